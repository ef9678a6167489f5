import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type LoggingLevel,
  LoggingLevelSchema,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** What a client is told beside its answers. */
export type ClientLog = (level: LoggingLevel, data: Readonly<Record<string, unknown>>) => void;

/** From quiet to loud; until the client asks for more or less it is told of what is noteworthy. */
const LEVELS = LoggingLevelSchema.options;
const AT_FIRST: LoggingLevel = 'notice';

export function clientLog(server: Server): ClientLog {
  let least = LEVELS.indexOf(AT_FIRST);
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    least = LEVELS.indexOf(params.level);
    return {};
  });
  return (level, data) => {
    if (LEVELS.indexOf(level) < least) return;
    const params = { level, logger: 'work-order', data };
    // Nobody has to listen.
    server.notification({ method: 'notifications/message', params }).catch(() => undefined);
  };
}
