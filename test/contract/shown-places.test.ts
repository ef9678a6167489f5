import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Where text is shown to a person, and why it is harmless there. A place that is not in this list fails the test: put
 * its text through `src/core/kernel/inert-text.ts` (or show it with `src/vscode/inert-window.ts`) and add it.
 */
const src = path.resolve(import.meta.dirname, '../../src');
const sources = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map(file => file.split(path.sep).join('/'))
  .filter(file => file.endsWith('.ts') && !file.startsWith('generated/'))
  .map(file => ({ file, text: fs.readFileSync(path.join(src, file), 'utf8') }));

interface Place {
  readonly what: string;
  /** How such a place looks in the source. */
  readonly call: RegExp;
  /** The only files that may have one; each must use `through`, or say why not. */
  readonly files: Readonly<Record<string, string>>;
}

const WINDOW = 'vscode/inert-window.ts';
const through = (...names: readonly string[]) => names.join(' ');

const PLACES: readonly Place[] = [
  {
    what: 'notifications, questions, lists, input boxes, progress',
    call: /vscode\.window\s*\.?\s*(?:\[|show(?:Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|withProgress|setStatusBarMessage|showWorkspaceFolderPick)/g,
    files: {
      [WINDOW]: through('inertText'),
      'vscode/live-pick.ts': through('inertText'),
      'vscode/orders/order-source.ts': 'VS Code’s list of the open folders, with our own words',
    },
  },
  {
    what: 'the module vscode under another name, which would hide such calls',
    call: /import (?!\* as vscode from|type )[^;]*from 'vscode'|(?:=|,)\s*vscode\.window\b(?!\.)|\{[^}]*\}\s*=\s*vscode\b/g,
    files: {},
  },
  {
    what: 'Markdown',
    call: /MarkdownString\(/g,
    files: {
      'vscode/diff/memory-files.ts': 'our own sentences',
    },
  },
  {
    what: 'Markdown documents, which are shown with links and images',
    call: /'markdown\.showPreview'|markdown\.ts'/g,
    files: {
      'vscode/agents/agent-documents.ts': 'gets documents of the files below only',
      'vscode/chat/call-tool.ts': 'gives it to a model, as text',
      'vscode/chat/answer-request.ts': through('inLine'),
      'vscode/chat/explain-in-chat.ts': through('inLine', 'asQuote'),
      'vscode/chat/plan-in-chat.ts': through('inLine'),
      'vscode/chat/show-answer.ts': through('inLine'),
      'core/panel/chat-parts.ts': through('inLine'),
      'core/panel/chat-proof.ts': through('inLine'),
      'core/panel/chat-run.ts': through('inLine'),
      'core/formats/markdown.ts': through('inLine', 'asCode'),
      'core/eval/projections.ts': through('inLine', 'inHtml'),
      'cli/commands/prove.ts': 'writes the document of the file above only',
      'core/panel/routa-workspaces.ts': through('inLine', 'asQuote', 'asCode', 'inHtml'),
      'core/panel/ticket-rows.ts': through('inLine', 'said'),
      'core/plan/workflow.ts': through('inLine', 'said'),
      'core/routa/transcript.ts': through('inLine', 'said'),
      'core/runs/session-section.ts': through('inLine', 'asCode', 'said'),
      'core/runs/work-table.ts': through('inLine'),
      'core/runs/work-transcript.ts': through('inLine', 'asQuote', 'asCode', 'said'),
      'core/taskagent/transcript.ts': through('inLine', 'said'),
      'core/tickets/transcript.ts': through('inLine', 'said'),
      'core/workorder/transcript.ts': through('inLine', 'asCode', 'said'),
      'core/wrap/session-transcript.ts': through('inLine', 'said'),
      'core/wrap/transcript.ts': through('inLine', 'asCode', 'said'),
    },
  },
  {
    what: 'answers in the chat',
    call: /[sS]tream\s*\.(?:markdown|progress|anchor|button|reference|filetree)\(/g,
    files: {
      'vscode/chat/answer-request.ts': 'our own words; passes on what the files below say',
      'vscode/chat/explain-in-chat.ts': 'our own words; the rest goes through the file below',
      'vscode/chat/plan-in-chat.ts': 'our own words; the rest goes through the file below',
      'vscode/chat/prove-in-chat.ts': 'our own words; the rest goes through the file below',
      'vscode/chat/run-in-chat.ts': 'lines of progress of core/panel/chat-run.ts',
      'vscode/chat/show-answer.ts': through('inLine'),
    },
  },
  {
    what: 'comments',
    call: /createCommentController\(/g,
    files: {
      'vscode/diff/command-reasons.ts': through('quietComment'),
      'vscode/diff/review-notes.ts': through('quietComment'),
      'vscode/diff/spot-check-comments.ts': through('quietComment'),
    },
  },
  {
    what: 'the text of comments',
    call: /vscode\.CommentMode\./g,
    files: { 'vscode/diff/quiet-comment.ts': through('inertText') },
  },
  {
    what: 'rows of views',
    call: /new vscode\.TreeItem\(/g,
    files: { 'vscode/views/node-tree.ts': through('inertText') },
  },
  {
    what: 'views',
    call: /createTreeView\(/g,
    files: {
      'vscode/views/review-view.ts': through('inertText'),
      'vscode/views/lists.ts': 'sets no message',
      'vscode/agents/agents-view.ts': 'sets no message; the badge has our own words',
    },
  },
  {
    what: 'the status bar',
    call: /createStatusBarItem\(/g,
    files: {
      'vscode/agents/agents-view.ts': 'a number with our own words',
      'vscode/prove/working-tree.ts': through('inertText'),
      'vscode/status-bar.ts': through('inertText'),
    },
  },
  { what: 'the log', call: /createOutputChannel\(/g, files: { 'vscode/output.ts': through('showControls') } },
  {
    what: 'problems',
    call: /new vscode\.Diagnostic\(/g,
    files: {
      'vscode/lint/diagnostics.ts': through('showControls'),
      'vscode/orders/order-diagnostics.ts': through('showControls'),
      'vscode/prove/proof-problems.ts': through('showControls'),
    },
  },
  {
    what: 'quick fixes',
    call: /new vscode\.CodeAction\(/g,
    files: {
      'vscode/lint/fix-actions.ts': through('inertText'),
      'vscode/prove/proof-problems.ts': through('inertText'),
    },
  },
  {
    what: 'lenses',
    call: /new vscode\.CodeLens\(/g,
    files: { 'vscode/orders/code-lens.ts': 'our own words', 'vscode/orders/ticket-lens.ts': 'our own words' },
  },
  {
    what: 'titles of diffs',
    call: /'vscode\.(?:diff|changes)'/g,
    files: {
      'vscode/diff/diff-editor.ts': through('showControls'),
      'vscode/diff/version-diffs.ts': through('showControls'),
    },
  },
  {
    what: 'terminals of tasks',
    call: /implements vscode\.Pseudoterminal/g,
    files: { 'vscode/task-terminal.ts': through('forTerminal') },
  },
  { what: 'terminals', call: /createTerminal\(/g, files: {} },
  {
    what: 'other hovers, hints, completions, decorations, web views',
    call: /vscode\.(?:Hover|InlayHint|CompletionItem|DocumentLink|FileDecoration|SignatureHelp)\(|createWebviewPanel|registerWebview|createTextEditorDecorationType|registerHoverProvider/g,
    files: {},
  },
  {
    what: 'what the command line writes',
    call: /process\.(?:stdout|stderr)\s*\.write|console\.|createInterface\(/g,
    files: {
      'cli/main.ts': 'reached only through the command line’s own `io`',
      'cli/review/ask-line.ts': 'the same',
      'cli/acp/serve-acp.ts': 'an answer of the protocol, in words of our own',
    },
  },
  {
    what: 'the command line’s own `io`',
    call: /stdout: \w+ => io\.stdout/g,
    files: { 'cli/run.ts': through('forTerminal'), 'cli/commands/plan.ts': 'marks lines on their way there' },
  },
  {
    what: 'colours of our own',
    call: /\\(?:u001b|x1b|x1B|u\{1b\}|033|e)\[/gi,
    files: { 'node/terminal-text.ts': through('showControls') },
  },
];

describe('places where text is shown', () => {
  for (const { what, call, files } of PLACES)
    it(`are known and show nothing raw: ${what}`, () => {
      const found = sources.filter(({ text }) => text.search(call) >= 0);
      assert.deepEqual(found.map(({ file }) => file).sort(), Object.keys(files).sort());
      for (const { file, text } of found) {
        const names = (files[file] ?? '')
          .split(' ')
          .filter(name => /^(?:inert|show|for|plain|without|in|as)[A-Z]\w+$|^said$/.test(name));
        for (const name of names)
          assert.ok(
            text.split(`${name}(`).length > 1 || text.includes(`map(${name})`),
            `${file} must use ${name}`,
          );
      }
    });

  it('are written on the command line by `io` alone, which `run` makes harmless', () => {
    const run = sources.find(({ file }) => file === 'cli/run.ts')?.text ?? '';
    for (const way of ['stdout', 'stderr', 'ask']) assert.match(run, new RegExp(`${way}: .*forTerminal\\(`));
    assert.equal(run.match(/export (?:async )?function/g)?.length, 1, 'no second way into the command line');
  });
});
