import { entriesOf, type ProtectedEntry } from './protected-entry.ts';

/** What steers the tools on this machine, or is run by them. */
export const TOOL_ENTRIES: readonly ProtectedEntry[] = [
  ...entriesOf(
    'editor',
    `.vscode/** *.code-workspace .vscode-test.* .idea/** *.iml *.ipr *.iws .fleet/** .jetbrains/** .zed/** .run/** .vs/** .theia/** .nova/**
    .helix/** .exrc .nexrc .vimrc _vimrc .gvimrc .lvimrc .vimrc.local .local.vimrc .nvimrc .nvim.lua .nvim/** .vim/**
    .vimspector.json .lazy.lua .neoconf.json .nlsp-settings/** coc-settings.json .ycm_extra_conf.py .dir-locals.el
    .dir-locals-2.el .emacs .emacs.d/** .spacemacs .projectile .kakrc *.sublime-project *.sublime-workspace .settings/**
    .project .pydevproject .atom/** .jupyter/** .ipython/** .spyproject/** .gdbinit .lldbinit`,
  ),
  ...entriesOf(
    'agent',
    `AGENTS.md AGENTS.override.md AGENT.md CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md WARP.md SKILL.md .cursor/** .cursorrules
    .cursorignore .claude/** .claude.json .codex/** .gemini/** .geminiignore .qwen/** .windsurf/** .windsurfrules .codeium/**
    .clinerules .clinerules/** .cline/** .clineignore .roo/** .roomodes .roorules* .rooignore .kilocode/** .kilocodemodes .kilocoderules
    .continue/** .continuerules .continuerc.json .aider* .amazonq/** .junie/** .kiro/** .opencode/** opencode.json opencode.jsonc
    .opencode.json copilot-instructions.md *.instructions.md *.prompt.md *.chatmode.md *.agent.md .copilot/** .agents/** .agent/**
    .goose/** .goosehints .crush/** crush.json .crush.json .augment/** .augment-guidelines .trae/** .qodo/** .tabnine/** .cody/**
    .sourcegraph/** .warp/** .void/** .rules .openhands/** .devin/** .factory/** .firebender/** firebender.json .zencoder/**
    .aiassistant/** .serena/** .ruler/** .workorder/** workorder.toml mcp.json .mcp.json .mcp/** mcp_config.json mcp-config.json mcp_settings.json`,
  ),
  ...entriesOf(
    'git',
    '.gitattributes .gitmodules .gitconfig .lfsconfig .gitreview CODEOWNERS .hgsub .hgsubstate .hgrc',
  ),
  ...entriesOf(
    'git hooks',
    `.husky/** .huskyrc .huskyrc.* husky.config.js .githooks/** .git-hooks/** git-hooks/** githooks/** .hooks/** .pre-commit-config.yaml
    .pre-commit-config.yml .pre-commit-hooks.yaml .pre-commit-hooks.yml prek.toml lefthook.yml lefthook.yaml lefthook.toml
    lefthook.json lefthook.jsonc .lefthook.* lefthook-local.* .lefthook-local.* .lefthook/** .lefthook-local/** .overcommit.yml
    .overcommit.* .simple-git-hooks.* simple-git-hooks.* captainhook.json captainhook.* .captainhook/** grumphp.yml grumphp.yml.dist
    .grumphp.yml hk.pkl .hk/** hk.local.pkl .rusty-hook.toml .cargo-husky/** .lintstagedrc .lintstagedrc.* lint-staged.config.*
    .nano-staged.* commitlint.config.* .commitlintrc .commitlintrc.* .czrc .cz.toml cz.toml .cz.json .ghooks .autohook/**
    .gitleaks.toml gitleaks.toml .talismanrc`,
  ),
  ...entriesOf(
    'shell',
    `.envrc .direnvrc direnv.toml .tool-versions .asdfrc .asdf/** mise.toml mise.*.toml .mise.toml .mise.*.toml .mise/**
    mise/config.toml mise/config.*.toml .config/mise/** .rtx.toml .python-version .python-versions devbox.json devenv.nix devenv.yaml
    .autoenv .autoenv.* .shadowenv.d/** .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .profile .zshrc .zshenv
    .zprofile .zlogin .kshrc .cshrc .inputrc .tmux.conf .tmuxinator.yml .screenrc config.fish .xonshrc .netrc .curlrc .wgetrc
    .ssh/** .gnupg/** .aws/** .kube/**`,
  ),
  ...entriesOf(
    'build',
    `Makefile GNUmakefile BSDmakefile Makefile.am Makefile.in Makefile.inc Makefile.local *.mk *.mak CMakeLists.txt *.cmake
    CMakePresets.json CMakeUserPresets.json meson.build meson_options.txt meson.options Justfile .justfile *.just Taskfile.yml
    Taskfile.yaml Taskfile.dist.yml Taskfile.dist.yaml Rakefile *.rake gulpfile.* Gruntfile.* *.config.js *.config.cjs *.config.mjs
    *.config.ts *.config.cts *.config.mts .babelrc .babelrc.* .eslintrc .eslintrc.* .prettierrc .prettierrc.* WORKSPACE
    WORKSPACE.bazel MODULE.bazel BUILD BUILD.bazel *.bzl .bazelrc .bazelversion BUCK .buckconfig pants.toml pants.*.toml BUILD.pants
    SConstruct SConscript wscript Snakefile *.smk ansible.cfg *.gradle *.gradle.kts gradlew gradlew.bat gradle.properties gradle-wrapper.properties pom.xml
    mvnw mvnw.cmd .mvn/** build.xml build.sbt build.rs .cargo/** Cargo.toml configure configure.ac *.nix flake.lock magefile.go
    magefiles/** maskfile.md poe_tasks.toml poe_tasks.yaml poe_tasks.json dvc.yaml MLproject`,
  ),
  ...entriesOf(
    'packages',
    `package.json .npmrc .yarnrc .yarnrc.yml .yarn/** .pnpmfile.* .pnp.* pnpm-workspace.yaml bunfig.toml deno.json deno.jsonc
    lerna.json turbo.json nx.json pip.conf pip.ini .pypirc Pipfile uv.toml poetry.toml pdm.toml .pdm.toml pixi.toml .condarc condarc
    .pydistutils.cfg pydistutils.cfg distutils.cfg Gemfile *.gemspec .gemrc .bundle/** composer.json nuget.config go.mod go.work`,
  ),
  // Which versions, from where: what is installed on a machine is run there.
  ...entriesOf(
    'packages',
    `requirements*.txt *-requirements.txt *_requirements.txt requirements/*.txt requirements*.in *-requirements.in
    *_requirements.in requirements/*.in requirements.yml constraints*.txt *-constraints.txt *_constraints.txt constraints*.in
    constraints/*.txt Pipfile.lock poetry.lock uv.lock pdm.lock pdm.*.lock pylock.toml pylock.*.toml pixi.lock environment.yml
    environment.yaml environment-*.yml environment-*.yaml conda-lock.yml conda-lock.yaml *.conda-lock.yml package-lock.json
    npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Gemfile.lock Cargo.lock composer.lock go.sum
    go.work.sum packages.lock.json gradle.lockfile MODULE.bazel.lock devbox.lock devenv.lock mise.lock .terraform.lock.hcl
    .nvmrc .node-version .ruby-version .java-version .go-version rust-toolchain rust-toolchain.toml runtime.txt Aptfile apt.txt`,
  ),
  ...entriesOf(
    'python',
    `setup.py conftest.py hatch_build.py pdm_build.py hatch.toml build_backend.py _build_backend.py build_backend/** _build_backend/**
    _custom_build.py versioneer.py buildout.cfg conanfile.py conanfile.txt pytest.ini .pytest.ini pytest.toml .pytest.toml tox.toml
    toxfile.py noxfile.py fabfile.py fabfile/** fabric.yml dodo.py duties.py pavement.py invoke.yaml invoke.yml invoke.json
    invoke.py /tasks.py /tasks/__init__.py /build.py scripts/run_tests.py .coveragerc .pdbrc .pdbrc.py .pythonrc .pythonrc.py
    .pythonstartup ipython_config.py jupyter_*_config.py .flake8 pylintrc .pylintrc pylintrc.toml .pylintrc.toml .pycodestyle
    .pydocstyle .pydocstyle.ini .isort.cfg .style.yapf .bandit pyrightconfig.json .pyre_configuration .pyre_configuration.local
    ty.toml pyrefly.toml .prospector.yaml .prospector.yml .semgrep.yml .semgrep/** nose.cfg .noserc unittest.cfg .stestr.conf
    .testr.conf behave.ini .behaverc mutmut_config.py docs/conf.py docs/source/conf.py doc/conf.py doc/source/conf.py mkdocs.yml
    mkdocs.yaml sitecustomize.py usercustomize.py sitecustomize/** usercustomize/** *.pth *.egg-link`,
  ),
  // Read by ruff, mypy or import-linter; mypy plugins and import-linter contract types are code that lint runs.
  ...entriesOf(
    'lint',
    'pyproject.toml setup.cfg tox.ini mypy.ini .mypy.ini ruff.toml .ruff.toml .importlinter',
  ),
];
