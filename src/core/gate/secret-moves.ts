import type { Command } from '../../generated/contracts.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { reasonNotToMove } from '../changes/secret-looking.ts';
import type { LoadedSnapshot } from './load-snapshot.ts';

/** Sentences about commands that would take text out of a file that looks like a secret, by its real name too. */
export function findSecretMoves(
  commands: readonly Command[],
  { real }: Pick<LoadedSnapshot, 'real'>,
  secretsAllowed: Iterable<string> | undefined,
): readonly string[] {
  return commands.flatMap(command => {
    if (command.tool !== 'move_text' || command.args.target_file === undefined) return [];
    const [from, to] = [command.args.file_path, command.args.target_file].map(path => {
      const verdict = checkWritePath(path);
      return verdict.kind === 'refused' ? path : verdict.path;
    });
    if (from === undefined || to === undefined || from === to) return [];
    const reason =
      reasonNotToMove(from, to, secretsAllowed) ??
      reasonNotToMove(real.get(from) ?? from, to, secretsAllowed);
    return reason === undefined ? [] : [`moving text out of ${from} is refused: ${reason}`];
  });
}
