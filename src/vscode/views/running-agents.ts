import type { AgentsRegistry } from '../agents/agents-registry.ts';

/** Rows of agents' runs that are under way in this window. */
export const runningAgents = (agents: AgentsRegistry): ReadonlySet<string> =>
  new Set(
    agents.projections.flatMap(({ agents: rows }) =>
      rows.filter(({ verbs = [] }) => verbs.includes('stop')).map(({ id }) => id),
    ),
  );
