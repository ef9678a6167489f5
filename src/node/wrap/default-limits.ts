/** What a program of a person may take where nothing else is said. */
export const DEFAULT_LIMITS = { seconds: 600, megabytes: 1024, processes: 512 } as const;
