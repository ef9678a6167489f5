import { homedir } from 'node:os';
import path from 'node:path';
import type { BaseFolder } from '../../core/clients/client.ts';

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Where a client's path begins on this machine; nothing is looked up on the disk. */
export function baseFolder(base: BaseFolder, root: string, { environment, platform }: Machine): string {
  const given = (name: string): string | undefined => {
    const value = environment[name];
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  };
  const home = given('HOME') ?? given('USERPROFILE') ?? homedir();
  const config = given('XDG_CONFIG_HOME') ?? path.join(home, '.config');
  switch (base) {
    case 'workspace':
      return root;
    case 'home':
      return home;
    case 'config':
      return config;
    case 'vscode user':
      if (platform === 'win32')
        return path.join(given('APPDATA') ?? path.join(home, 'AppData', 'Roaming'), 'Code', 'User');
      if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Code', 'User');
      return path.join(config, 'Code', 'User');
    default:
      return given(base.variable) ?? path.join(home, base.orInHome);
  }
}
