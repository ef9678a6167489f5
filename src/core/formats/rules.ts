/** What a rule is about, for tools that show rules with a page of their own. */
export interface RuleText {
  readonly title: string;
  /** What it means and what to do. */
  readonly help: string;
}

const RULES: Readonly<Record<string, RuleText>> = {
  'syntax/unreadable': {
    title: 'The file is not Python',
    help: 'The file cannot be read as Python after the change. Python stops with a SyntaxError when it is imported. Correct the line that is named.',
  },
  'evidence/broken-import': {
    title: 'An import finds nothing',
    help: 'The import names a module or a name of this repository that is not there after the change. Correct the import, or keep the old name.',
  },
  'evidence/undefined-name': {
    title: 'A name that nothing defines',
    help: 'The name is used, and nothing in the file defines, imports or binds it after the change. Python raises a NameError when the line runs.',
  },
  'evidence/broken-use': {
    title: 'A use that cannot work any more',
    help: 'What is used here is gone, or it is called in another way than here. Change this use, or keep what it needs. The code flow leads from the declaration that was changed to the use.',
  },
  'evidence/use-to-check': {
    title: 'A use of something that changed',
    help: 'What is used here may be what was changed, and code cannot tell whether it still fits. Look at the use.',
  },
  'evidence/weaker-test': {
    title: 'A test checks less than before',
    help: 'A test is deleted or skipped, or an assertion is removed or weaker. Make sure that this is meant.',
  },
  'evidence/new-suppression': {
    title: 'A new comment tells a tool to look away',
    help: 'A new noqa, type: ignore, pragma: no cover or the like hides problems at this line. Solve the problem, or say why it is none.',
  },
  'evidence/renamed-key': {
    title: 'A key or an identifier has another name',
    help: 'A name that ends in _id, _key, Id or Key is written differently. Stored data and other programs may know the old name.',
  },
  'evidence/public-name-removed': {
    title: 'A public name is removed',
    help: 'Whoever imports the name gets an error. Keep it for a while with a warning, or release a new major version.',
  },
  'evidence/public-name-changed': {
    title: 'A public name is declared differently',
    help: 'The signature, the bases or the declared type differ. Calls that fitted may not fit any more.',
  },
  'elision/left-out': {
    title: 'Text stands for left-out code',
    help: 'A line such as "... rest of the code ..." was written in the place of code. Write the code in full.',
  },
  'elision/mass-deletion': {
    title: 'A file loses most of its lines',
    help: 'Most lines of the file are gone, and no other file gets them. Make sure that this is meant.',
  },
  'characters/invisible': {
    title: 'Characters that cannot be seen',
    help: 'The change brings in characters that are not visible, or that change the order in which text is shown. Code may read differently from what it does.',
  },
  'invariants/violated': {
    title: 'An invariant is violated',
    help: 'The policy or a message says that something does not change, and it does. Change the code, or take the sentence back.',
  },
  'invariants/undecided': {
    title: 'An invariant is not decided',
    help: 'Code cannot decide whether the invariant holds; the message says why.',
  },
  'claims/refuted': {
    title: 'A claim is false',
    help: 'A message says something about a public name that the change does not do.',
  },
  'claims/undecided': {
    title: 'A claim is not decided',
    help: 'Code cannot decide whether the claim is true.',
  },
  'paths/control-plane': {
    title: 'The file configures tools or runs code',
    help: 'Configuration of tools, continuous integration and files that run by themselves deserve a look of their own.',
  },
  'paths/refused': {
    title: 'A path with a risk',
    help: 'The path could mean another file on another system, or lies where programs keep their own files.',
  },
  'paths/too-many-files': {
    title: 'Too many files',
    help: 'The change touches more files than the policy allows (most_files).',
  },
  'policy/unreadable': {
    title: 'The policy cannot be read',
    help: 'Correct .workorder/policy.json; nothing passes until it can be read.',
  },
};

const LINT: RuleText = {
  title: 'A new problem of a linter',
  help: 'A linter finds it after the change and not before. Its own documentation explains the code.',
};
const NOT_RUN: RuleText = {
  title: 'A required check did not run',
  help: 'The policy requires the check, and it could not run; the message says why.',
};

/** The text of any rule; one that is not known by name has a general one. */
export function ruleText(rule: string): RuleText {
  const known = RULES[rule];
  if (known !== undefined) return known;
  if (rule.startsWith('lint/')) return { ...LINT, title: `${LINT.title}: ${rule.slice('lint/'.length)}` };
  if (rule.endsWith('/not-run') || rule.endsWith('/not-run-after')) return NOT_RUN;
  return { title: rule, help: 'See docs/verification.md.' };
}
