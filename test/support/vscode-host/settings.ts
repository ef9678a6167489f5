export type Settings = Readonly<Record<string, unknown>>;

/** User settings of every VS Code that a test starts: nothing that moves, asks, advertises or calls home. */
export const quietSettings: Settings = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off', // the browser's default is afterDelay
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.shellIntegration.enabled': false,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.autoDetectColorScheme': false,
  'window.commandCenter': true,
  'window.confirmBeforeClose': 'never',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  // Looks at the working tree in the background; tests of that turn it on.
  'workorder.prove.onSave': false,
};
