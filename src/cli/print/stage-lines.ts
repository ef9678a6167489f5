import { readToolEdit } from '../../core/changes/tool-edit.ts';
import { showCost } from '../../core/conversation/prices.ts';
import { count, duration } from '../../core/kernel/amounts.ts';
import { leftOutSentences } from '../../core/lint/left-out-sentences.ts';
import { hasProblems } from '../../core/lint/nothing-checked.ts';
import { toolsLine } from '../../core/panel/lint-tools.ts';
import { TURNED_OFF } from '../../core/verification/verdict.ts';
import { describeLint } from '../../core/workorder/describe-lint.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import { commentLine } from '../../core/workorder/revision.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { Colours } from './colours.ts';
import { countVerdicts } from './evidence.ts';
import { triedLines } from './trials.ts';

/** The lines a person reads while a run is under way; `undefined` for events that are not worth a line. */
export function stageLine(event: RunEvent, state: RunState, c: Colours): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `${c.bold(event.order.step_id)}  ${event.order.step_text}\n${c.dim(`run ${event.runId}, Designer ${event.designerModel}, QA ${event.qaModel}`)}${revisionLines(event, c)}`;
    case 'lint_fix': {
      const fixed = `${event.unsafe ? 'unsafe fix' : 'fix'} for ${event.code} in ${event.path}`;
      return `${c.bold(`ruff ${event.version}`)}  ${fixed}: ${count(event.fixed, 'problem')} fixed\n${c.dim(`run ${event.runId}, asked for by ${event.by}`)}`;
    }
    case 'tool_edit': {
      const { title, by } = readToolEdit(event);
      return `${c.bold(title)}\n${c.dim(`run ${event.runId}, called ${by === undefined ? 'on its own' : `by ${by}`}`)}`;
    }
    case 'tool_called':
      return c.dim(
        `    ${event.role} ${event.refused ? 'was refused' : 'called'} ${event.tool} ${JSON.stringify(event.args)}`,
      );
    case 'asking': {
      // Once for each role: what its later requests add is reported when they have answered.
      const stage = state.stages.find(one => one.stage === event.role);
      if (!stage || stage.inputTokens > 0) return undefined;
      if (event.plays) return c.dim(`    plays the ${event.plays} reply of ${event.role}, nothing is sent`);
      const cost = event.cost ? `, about ${showCost(event.cost)} for them` : '';
      return c.dim(`    asks ${event.role} with about ${event.inputTokens} tokens${cost}`);
    }
    case 'waiting':
      return c.dim(`    ${event.sentence}`);
    case 'stopped_early':
      return c.dim(`    ${event.role} was ${event.sentence}`);
    case 'warning':
      return c.yellow(`  ! ${event.sentence}`);
    case 'lint_previewed': {
      const d = event.difference;
      const found = d
        ? `${count(d.added, 'new problem')}, ${d.pre_existing} that were there, ${d.fixed} fixed`
        : describeLint(event.outcome);
      const leftOut = leftOutSentences(event.outcome).map(sentence => c.yellow(`\n  ! ${sentence}`));
      return c.dim(`    lint of the simulated files: ${found}`) + leftOut.join('');
    }
    case 'verified': {
      // Lint has a line of its own, and what is looked at before is told with the review.
      const tests = event.phase === 'after' && event.results.find(({ check }) => check === 'tests');
      if (!tests || tests.reason === TURNED_OFF) return undefined;
      const isPassed = tests.verdict === 'passed';
      return `${isPassed ? c.green('  ✓') : c.red('  ✗')} ${'tests'.padEnd(14)}${c.dim(tests.reason)}`;
    }
    case 'tried':
      return triedLines(event, c);
    case 'qa_output':
      return event.commandsChanged ? c.yellow("  ! QA changed the Designer's commands") : undefined;
    case 'stage_finished': {
      const stage = state.stages.find(s => s.stage === event.stage);
      const seconds = stage?.startedAt === undefined ? '' : duration(event.at - stage.startedAt);
      const tokens = stage && stage.inputTokens + stage.outputTokens;
      const isReplayed = state.replayed.some(role => role === event.stage);
      const used = !tokens ? '' : isReplayed ? 'replayed' : `${tokens} tokens`;
      const details = [seconds, used, detailOf(event.stage, state)].filter(Boolean).join(', ');
      return `${event.ok ? c.green('  ✓') : c.red('  ✗')} ${event.stage.padEnd(14)}${c.dim(details)}`;
    }
    default:
      return undefined;
  }
}

function detailOf(stage: string, state: RunState): string {
  if (stage === 'validation' && state.designer) {
    const commands = state.designer.commands.length;
    return state.files.length === 0
      ? count(commands, 'command')
      : `${count(commands, 'command')} in ${count(state.files.length, 'file')}`;
  }
  if (stage === 'evidence' && state.evidence) return countVerdicts(state.evidence);
  if (stage === 'qa validation' && state.qa) return state.qa.decision;
  if (stage === 'review' && state.approvedBy) return `approved by ${state.approvedBy}`;
  if (stage === 'apply') return state.files.map(f => f.path).join(', ');
  if (stage === 'lint' && state.lint) {
    if (state.lint.kind === 'report' && !hasProblems(state.lint.report)) {
      const { files_checked: n } = state.lint.report.summary;
      return n === 0
        ? 'no Python file to lint'
        : `clean, ${count(n, 'file')} checked (${state.lint.tools.map(t => `${t.tool} ${t.version}`).join(', ')})`;
    }
    const tools = toolsLine(state.lint.tools);
    return [describeLint(state.lint), ...(tools === '' ? [] : [tools])].join('; ');
  }
  return '';
}

function revisionLines({ revision }: Extract<RunEvent, { type: 'run_started' }>, c: Colours): string {
  if (revision === undefined) return '';
  const lines = [
    `revises run ${revision.of}, round ${revision.round}`,
    ...revision.comments.map(commentLine),
  ];
  return lines.map(line => `\n${c.dim(`  ${line}`)}`).join('');
}
