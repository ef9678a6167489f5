/** One setting that every call of git is given, and what it would do otherwise. */
interface Hardening {
  readonly setting: string;
  readonly reason: string;
}

/**
 * A repository is untrusted: its configuration, hooks and attributes may name programs. These settings are on every
 * command line, where they win over every file. Settings with names of their own (`filter.NAME.clean`) are found in
 * the configuration first: see `overrides.ts`.
 */
export const HARDENING: readonly Hardening[] = [
  { setting: 'core.hooksPath=/dev/null', reason: 'hooks run on commit, checkout, fetch and push' },
  { setting: 'core.fsmonitor=false', reason: 'a monitor program runs on each status' },
  { setting: 'core.alternateRefsCommand=true', reason: 'runs on fetch when objects are borrowed' },
  { setting: 'core.pager=cat', reason: 'a pager runs on output' },
  { setting: 'core.editor=true', reason: 'an editor runs for messages' },
  { setting: 'core.askPass=', reason: 'a program asks for passwords' },
  { setting: 'sequence.editor=true', reason: 'an editor runs for the list of a rebase' },
  { setting: 'diff.external=true', reason: 'a program shows differences' },
  { setting: 'commit.gpgSign=false', reason: 'signing runs gpg.program' },
  { setting: 'tag.gpgSign=false', reason: 'signing runs gpg.program' },
  { setting: 'push.gpgSign=false', reason: 'signing runs gpg.program' },
  { setting: 'log.showSignature=false', reason: 'checking a signature runs gpg.program' },
  { setting: 'gpg.program=false', reason: 'should anything be signed or checked all the same' },
  { setting: 'gpg.openpgp.program=false', reason: 'as gpg.program' },
  { setting: 'gpg.x509.program=false', reason: 'as gpg.program' },
  { setting: 'gpg.ssh.program=false', reason: 'as gpg.program' },
  { setting: 'gpg.ssh.defaultKeyCommand=false', reason: 'a program names the key' },
  { setting: 'submodule.recurse=false', reason: 'a submodule has a configuration of its own' },
  { setting: 'fetch.recurseSubmodules=false', reason: 'a submodule has a configuration of its own' },
  { setting: 'push.recurseSubmodules=no', reason: 'a submodule would be pushed, too' },
  { setting: 'push.followTags=false', reason: 'more than the branch would leave the machine' },
  { setting: 'push.pushOption=', reason: 'the server would be given options' },
  { setting: 'protocol.ext.allow=never', reason: 'the address of a remote can be a command' },
  { setting: 'safe.bareRepository=explicit', reason: 'a folder of files can pose as a repository' },
  { setting: 'gc.auto=0', reason: 'starts another git in the background' },
  { setting: 'maintenance.auto=false', reason: 'starts another git in the background' },
  { setting: 'rerere.enabled=false', reason: 'a recorded resolution would settle a conflict unseen' },
  { setting: 'rebase.autoStash=false', reason: 'moves uncommitted work' },
  { setting: 'rebase.autoSquash=false', reason: 'changes the commits' },
  { setting: 'rebase.rebaseMerges=false', reason: 'changes the commits' },
  { setting: 'rebase.updateRefs=false', reason: 'moves branches nobody named' },
];

export const HARDENED: readonly string[] = [
  '--no-pager',
  // Reading takes no lock and writes nothing.
  '--no-optional-locks',
  ...HARDENING.flatMap(({ setting }) => ['-c', setting]),
];

/** Other helpers than these (`ext::`, `remote-NAME`) are programs that an address chooses. */
const PROTOCOLS = 'file:git:http:https:ssh';

/** Set for every call; a variable cannot be changed by the repository. */
export function hardenedEnvironment(network: boolean): Record<string, string> {
  return {
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_PAGER: 'cat',
    // Set and empty: core.gitProxy is not read. The first value in the files would win over the command line.
    GIT_PROXY_COMMAND: '',
    // A call that is not meant for the network must not fetch missing objects (a partial clone would).
    GIT_ALLOW_PROTOCOL: network ? PROTOCOLS : 'none',
    GIT_NO_LAZY_FETCH: '1',
    // A name means the object of that name: refs of the repository must not put another one in its place.
    GIT_NO_REPLACE_OBJECTS: '1',
    // The same for the list of parents that `info/grafts` would give a commit.
    GIT_GRAFT_FILE: '/dev/null',
  };
}
