/** Why a path steers tools or runs code, for the sentence a person reads before approving it. */
export type ControlPlaneArea =
  | 'editor'
  | 'continuous integration'
  | 'git'
  | 'git hooks'
  | 'container'
  | 'build'
  | 'packages'
  | 'shell'
  | 'agent'
  | 'python'
  | 'lint';

/**
 * One entry of the control plane. Names are compared folded (lower case) and at any depth:
 * `name/**` a folder of that name and all in it, `*.ext` a file by its ending, anything else a file of that name.
 */
export interface ControlPlaneEntry {
  readonly pattern: string;
  readonly area: ControlPlaneArea;
}

function entriesOf(area: ControlPlaneArea, patterns: readonly string[]): readonly ControlPlaneEntry[] {
  return patterns.map(pattern => ({ pattern, area }));
}

/**
 * Files that steer tools or run code: they need an approval by name, even inside the scope and whether or not
 * they exist (C37). Data only; test/unit/changes/protected-paths.test.ts tries every entry in many spellings.
 */
export const CONTROL_PLANE: readonly ControlPlaneEntry[] = [
  ...entriesOf('editor', ['.vscode/**', '*.code-workspace', '.idea/**']),
  ...entriesOf('continuous integration', [
    '.github/**',
    '.gitlab-ci.yml',
    '.gitlab/**',
    '.circleci/**',
    '.buildkite/**',
    '.travis.yml',
    '.drone.yml',
    '.cirrus.yml',
    '.woodpecker.yml',
    '.woodpecker/**',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    'appveyor.yml',
    '.appveyor.yml',
    'cloudbuild.yaml',
    'Jenkinsfile',
    '.readthedocs.yaml',
    '.readthedocs.yml',
  ]),
  ...entriesOf('git', ['.gitattributes', '.gitmodules', '.gitconfig', '.lfsconfig']),
  ...entriesOf('git hooks', [
    '.husky/**',
    '.githooks/**',
    '.pre-commit-config.yaml',
    '.pre-commit-config.yml',
    '.pre-commit-hooks.yaml',
    'lefthook.yml',
    '.lefthook.yml',
  ]),
  ...entriesOf('container', [
    '.devcontainer/**',
    '.devcontainer.json',
    'Dockerfile',
    'Containerfile',
    '*.dockerfile',
    'docker-compose.yml',
    'docker-compose.yaml',
    'compose.yml',
    'compose.yaml',
  ]),
  ...entriesOf('build', ['Makefile', 'GNUmakefile', '*.mk', 'Justfile', 'Taskfile.yml', 'Taskfile.yaml']),
  ...entriesOf('packages', [
    'package.json',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    'pip.conf',
    '.pypirc',
  ]),
  ...entriesOf('shell', ['.envrc', '.tool-versions', 'mise.toml', '.mise.toml']),
  ...entriesOf('agent', [
    'AGENTS.md',
    'CLAUDE.md',
    'CLAUDE.local.md',
    'GEMINI.md',
    '.cursor/**',
    '.cursorrules',
    '.claude/**',
    '.codex/**',
    '.gemini/**',
    '.windsurf/**',
    '.windsurfrules',
    '.clinerules',
    '.workorder/**',
    '.clinerules/**',
    '.roo/**',
    '.roomodes',
    '.continue/**',
    '.aider.conf.yml',
    'mcp.json',
    '.mcp.json',
  ]),
  ...entriesOf('python', [
    'setup.py',
    'conftest.py',
    'pytest.ini',
    '.pytest.ini',
    'noxfile.py',
    'fabfile.py',
    'sitecustomize.py',
    'usercustomize.py',
    '*.pth',
  ]),
  // Read by ruff, mypy or import-linter; mypy plugins and import-linter contract types are code that lint runs.
  ...entriesOf('lint', [
    'pyproject.toml',
    'setup.cfg',
    'tox.ini',
    'mypy.ini',
    '.mypy.ini',
    'ruff.toml',
    '.ruff.toml',
    '.importlinter',
  ]),
];
