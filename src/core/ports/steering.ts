/** What a person says to a run while it works. */
export interface Said {
  /** Unique in the run; sorts by time. */
  readonly id: string;
  /** `pause`: stop before the next reply. `stop`: stop at once. */
  readonly kind: 'say' | 'pause' | 'stop';
  /** Left out: whoever is at work, or the agent that coordinates. */
  readonly agentId?: string;
  readonly text: string;
  /** Who says it. */
  readonly by: string;
}

/**
 * Where words for a run wait until it takes them, also from another process. They outlive a crash: what was not taken
 * waits for the resumed run.
 */
export interface Steering {
  /** Says something to a run; gives its id. Left out where only another process speaks to runs. */
  tell?(runId: string, said: Omit<Said, 'id'>): Promise<string>;
  /** In the order in which it was said. */
  waiting(runId: string): Promise<readonly Said[]>;
  /** It is in the journal, or has had its effect. */
  taken(runId: string, id: string): Promise<void>;
  /** Calls back soon after something was said, until the value is called. */
  watch(runId: string, look: () => void): () => void;
}
