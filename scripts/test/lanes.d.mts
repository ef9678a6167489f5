export interface LaneJob {
  readonly name: string;
  readonly lane: string;
  /** Seconds it takes. */
  readonly expected: number;
  /** The name of a job that has to succeed first. */
  readonly needs?: string;
}
export interface LaneState<J extends LaneJob> {
  readonly waiting: readonly J[];
  readonly running: readonly J[];
  readonly ended: ReadonlyMap<string, boolean>;
}
export declare function capacityFor(cores: number): Record<string, number>;
export declare function nextJobs<J extends LaneJob>(
  state: LaneState<J>,
  capacity: Readonly<Record<string, number>>,
): { start: J[]; drop: J[] };
