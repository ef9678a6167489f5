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
  ...entriesOf('editor', ['.vscode/**', '*.code-workspace', '.idea/**', '.fleet/**', '.zed/**', '.run/**']),
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
    '.forgejo/**',
    '.gitea/**',
    '.teamcity/**',
    'action.yml',
    'action.yaml',
    'buildspec.yml',
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
    'docker-compose.override.yml',
    'docker-compose.override.yaml',
    'compose.yml',
    'compose.yaml',
    'compose.override.yml',
    'compose.override.yaml',
    'Vagrantfile',
  ]),
  ...entriesOf('build', [
    'Makefile',
    'GNUmakefile',
    '*.mk',
    'CMakeLists.txt',
    'meson.build',
    'Justfile',
    '.justfile',
    'Taskfile.yml',
    'Taskfile.yaml',
    'Rakefile',
    'flake.nix',
    'shell.nix',
  ]),
  ...entriesOf('packages', [
    'package.json',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    '.pnp.cjs',
    'pip.conf',
    '.pypirc',
    'Pipfile',
    'uv.toml',
    'poetry.toml',
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
    '.amazonq/**',
    '.junie/**',
    '.kiro/**',
    '.opencode/**',
    'opencode.json',
    'copilot-instructions.md',
    'mcp.json',
    '.mcp.json',
  ]),
  ...entriesOf('python', [
    'setup.py',
    'conftest.py',
    'hatch_build.py',
    'hatch.toml',
    'pytest.ini',
    '.pytest.ini',
    'pytest.toml',
    '.pytest.toml',
    'tox.toml',
    'noxfile.py',
    'fabfile.py',
    'dodo.py',
    '.coveragerc',
    '.pdbrc',
    '.flake8',
    'pylintrc',
    '.pylintrc',
    'sitecustomize.py',
    'usercustomize.py',
    // Python imports a folder of that name as well.
    'sitecustomize/**',
    'usercustomize/**',
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
