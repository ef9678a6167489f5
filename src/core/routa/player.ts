import type { AgentOnCopy, OutsidePermission } from '../ports/agent-on-copy.ts';
import type { Agent } from './agent.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** Roles that an agent of another maker can play by itself: it has no tools of ours, and a coordinator needs them. */
export const PLAYED_ROLES = ['CRAFTER', 'GATE'] as const;

/** An agent of another maker that plays the agents of a role, each in a process of its own. */
export interface Player {
  readonly role: (typeof PLAYED_ROLES)[number];
  /** As the person names it. */
  readonly name: string;
  /** To be started on a copy of this folder; left out: of the user's. */
  readonly on: (folder: string | undefined) => AgentOnCopy;
}

/** Who plays, and who answers what they ask. */
export interface Players {
  readonly all: readonly Player[];
  /** A person answers an agent that asks; `undefined`: nobody can. */
  readonly permit: (
    agentId: string,
    request: OutsidePermission,
    signal: AbortSignal,
  ) => Promise<boolean | undefined>;
  /** Each of their questions is put to the person, also those that the sandbox makes harmless. */
  readonly asksAlways: boolean;
}

/** Who plays whom. Agents begin at the same time, so a choice counts before its agent has answered. */
export class Casting {
  readonly #players: readonly Player[];
  readonly #chosen = new Map<string, Player>();

  constructor(players: Players | undefined) {
    this.#players = players?.all ?? [];
  }

  /** Who did before, else whoever of its role plays the fewest. What began with a model goes on with it: `undefined`. */
  playerOf({ agents }: RoutaWorkspace, agent: Agent): Player | undefined {
    const able = this.#players.filter(({ role }) => role === agent.role);
    const known = this.#chosen.get(agent.id);
    if (known) return known;
    if (agent.player !== undefined) return able.find(({ name }) => name === agent.player);
    if (agent.external || agent.conversation.length > 0) return undefined;
    const plays = ({ name, role }: Player) =>
      [...agents.values()].filter(
        one => one.role === role && (this.#chosen.get(one.id)?.name ?? one.player) === name,
      ).length;
    const [player] = able.toSorted((one, other) => plays(one) - plays(other));
    if (player) this.#chosen.set(agent.id, player);
    return player;
  }
}

/** Who is needed to go on and is not there: agents and the names of who plays them. */
export const missingPlayers = (
  { agents }: RoutaWorkspace,
  players: Players | undefined,
): readonly { readonly agent: Agent; readonly player: string }[] =>
  [...agents.values()].flatMap(agent => {
    const { player, role } = agent;
    const isThere = players?.all.some(one => one.name === player && one.role === role) === true;
    return player === undefined || isThere || agent.status === 'ERROR' || agent.status === 'CANCELLED'
      ? []
      : [{ agent, player }];
  });
