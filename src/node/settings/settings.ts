import type { SettingsFile } from '../../generated/contracts.ts';

export type SettingName = keyof SettingsFile;

/** What the files of a workspace set, and which file and line set each of them. */
export interface Settings {
  readonly values: SettingsFile;
  readonly from: Readonly<Partial<Record<SettingName, string>>>;
}

export const NO_SETTINGS: Settings = { values: {}, from: {} };

/** All settings; the compiler checks that none is missing. */
const SETTINGS: Readonly<Record<SettingName, true>> = {
  model: true,
  'designer-model': true,
  'qa-model': true,
  'smart-model': true,
  'fast-model': true,
  'base-url': true,
  scope: true,
  invariants: true,
  'lint-path': true,
  budget: true,
  patience: true,
  'answer-timeout': true,
  'idle-timeout': true,
  'max-answer-tokens': true,
  'fail-on': true,
  'lint-tools': true,
  'on-claim-mismatch': true,
  'on-lint-failure': true,
};
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** A file that may hold settings, and the table of it that does. */
export interface SettingsPlace {
  readonly file: string;
  readonly table: readonly string[];
}

/** Strongest first. */
export const SETTINGS_PLACES: readonly SettingsPlace[] = [
  { file: 'workorder.toml', table: [] },
  { file: 'pyproject.toml', table: ['tool', 'workorder'] },
];
