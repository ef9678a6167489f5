import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { WhatRan } from '../runs/reported-claims.ts';
import { eligibleTasks, namesTheList, TASKS_FILES, type TaskLine } from './tasks-file.ts';

/** Whether the last test run of the cycle saw what is on disk now. */
export type TestsState = 'not run' | 'outdated' | 'passed' | 'failed';

/** A file before and after; null: there is none. */
type Changed = Pick<ChangedFileRecord, 'path' | 'before_sha256' | 'after_sha256'>;

/**
 * What one cycle has done so far, and the order in which it may be concluded: write → finish_feature per feature
 * → submit_for_review → finish.
 */
export class DefinitionOfDone {
  /** The task at hand: assigned, or bound by the first task_id the agent names. */
  #taskId: number | undefined;
  /** Paths that differ from what they were at the last commit, with the hash they had then. */
  readonly #uncommitted = new Map<string, string | null>();
  /** Whether anything was committed since the last submission. */
  #unsubmittedCommits = false;
  #submitted = false;
  #started = false;
  #tests: TestsState = 'not run';
  readonly #features: number[] = [];

  constructor(assigned: number | undefined) {
    this.#taskId = assigned;
  }

  get taskId(): number | undefined {
    return this.#taskId;
  }

  get tests(): TestsState {
    return this.#tests;
  }

  /** For what its reports claim of the tests. */
  get whatRan(): WhatRan {
    const tests = this.#tests;
    if (tests === 'not run') return {};
    return { tests: { ok: tests !== 'failed', outdated: tests === 'outdated' } };
  }

  /** Whether this cycle changed or submitted anything. */
  get started(): boolean {
    return this.#started;
  }

  /** Whether everything that was written is undone, and nothing was submitted. */
  get leftNothing(): boolean {
    return this.#started && !this.#submitted && !this.hasUnsubmitted;
  }

  /** Whether something was written, or concluded as a feature, since the last submission. */
  get hasUnsubmitted(): boolean {
    return this.#uncommitted.size > 0 || this.#unsubmittedCommits;
  }

  get uncommitted(): readonly string[] {
    return [...this.#uncommitted.keys()].sort();
  }

  noteApplied(files: readonly Changed[]): void {
    for (const { path, before_sha256, after_sha256 } of files) {
      if (!this.#uncommitted.has(path)) this.#uncommitted.set(path, before_sha256);
      // What the agent undid itself is no work that waits for anything.
      if (this.#uncommitted.get(path) === after_sha256) this.#uncommitted.delete(path);
    }
    this.#started = true;
    if (this.#tests !== 'not run') this.#tests = 'outdated';
  }

  noteTests(passed: boolean): void {
    this.#tests = passed ? 'passed' : 'failed';
  }

  /** Everything so far is in a commit, whatever becomes of it. */
  noteCommitted(): void {
    this.#uncommitted.clear();
    this.#unsubmittedCommits = true;
  }

  /** What was in no commit is in the checkout no more. */
  noteSetAside(): void {
    this.#uncommitted.clear();
  }

  noteFeature(featureId: number): void {
    this.#features.push(featureId);
    this.noteCommitted();
  }

  noteSubmitted(): void {
    this.#uncommitted.clear();
    this.#unsubmittedCommits = false;
    this.#submitted = true;
    this.#started = true;
  }

  /** Whether a change now comes after the submission. */
  get isAfterSubmission(): boolean {
    return this.#submitted;
  }

  /** Binds the task, or says that another one is bound: a cycle delivers one task. */
  bind(taskId: number): Result<true> {
    if (this.#taskId !== undefined && this.#taskId !== taskId) {
      return fail(
        `identity_mismatch: this run works on task ${this.#taskId}, not ${taskId}; nothing was done. Use task_id ${this.#taskId}`,
      );
    }
    this.#taskId = taskId;
    return ok(true);
  }

  checkFeature(featureId: number): Result<readonly string[]> {
    if (this.#uncommitted.size === 0)
      return fail(
        'nothing was changed since the last commit, so there is no feature to finish; write its files first',
      );
    const notes: string[] = [];
    if (this.#features.includes(featureId))
      notes.push(`feature ${featureId} has a commit already; a feature should be one commit`);
    if (this.#tests === 'not run' || this.#tests === 'outdated')
      notes.push('the tests were not run since the last change; a feature is finished after it is tested');
    if (this.#tests === 'failed') notes.push('the last test run failed');
    return ok(notes);
  }

  checkSubmission(tasks: readonly TaskLine[], file: string | undefined): Result<readonly string[]> {
    const isList = (path: string) => TASKS_FILES.some(name => name === path);
    const open = this.uncommitted.filter(path => !isList(path));
    if (this.#features.length > 0 && open.length > 0) {
      return fail(
        `${open.join(', ')} belong to a feature that is not finished: call finish_feature before submit_for_review`,
      );
    }
    const task = tasks.find(t => t.id === `${this.#taskId}`);
    if (task && task.mark !== '+') {
      return fail(
        `task ${task.id} is marked "${task.mark}" in ${file}: write its status "+" with write_file first, then submit_for_review, then finish`,
      );
    }
    const notes = this.#tests === 'failed' ? ['the last test run failed'] : [];
    if (this.#features.length === 0 && open.length > 0)
      notes.push('no feature was concluded with finish_feature, so all of it is one commit');
    return ok(notes);
  }

  /**
   * Decides what `finish` means, because it may come without a reason, or what is missing for it. Without work it
   * ends a cycle only where there is nothing to do.
   *
   * @param assignment what the agent is to do, in words
   */
  checkFinish(
    claimed: 'cycle_complete' | 'no_tasks' | undefined,
    tasks: readonly TaskLine[],
    submittedBefore: readonly number[],
    assignment: string,
  ): Result<'cycle_complete' | 'no_tasks'> {
    if (this.hasUnsubmitted) {
      return fail(
        'the work of this cycle is not submitted: call submit_for_review, then finish (write_file → submit_for_review → finish). The task is not done',
      );
    }
    const own = this.#submitted && this.#taskId !== undefined ? [this.#taskId] : [];
    const eligible = eligibleTasks(tasks, [...submittedBefore, ...own]);
    const names = eligible.map(t => t.id).join(', ');
    if (this.#submitted) {
      if (claimed === 'no_tasks' && eligible.length > 0)
        return fail(`there are tasks: ${names} can be taken up; finish with outcome cycle_complete`);
      return ok(claimed ?? 'cycle_complete');
    }
    const isNamed = namesTheList(assignment) || submittedBefore.length > 0;
    const isInWords = this.#taskId === undefined && !isNamed;
    const isOpen =
      this.#taskId !== undefined
        ? eligible.some(t => t.id === `${this.#taskId}`) || !tasks.some(t => t.id === `${this.#taskId}`)
        : eligible.length > 0 || (isInWords && (claimed === undefined || tasks.length === 0));
    // It worked, and undid what it did: that nothing is left can be its result, unless a task of the list is open.
    const isListed = eligible.some(t => (this.#taskId === undefined ? isNamed : t.id === `${this.#taskId}`));
    const isUndone = this.leftNothing && !isListed;
    if (isUndone && claimed !== 'no_tasks') return ok('cycle_complete');
    if (!isOpen && claimed !== 'cycle_complete') return ok('no_tasks');
    const open = isOpen && !isInWords ? ` Task ${this.#taskId ?? names} is open.` : '';
    return fail(
      `nothing was changed and submitted in this cycle, so the task is not done.${open} Do it (write_file → submit_for_review → finish), or say with ask_question why you cannot`,
    );
  }
}
