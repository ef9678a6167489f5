/** Installs Debian's packages as root; false where that is not possible. */
export function installDebian(packages: readonly string[]): Promise<boolean>;
