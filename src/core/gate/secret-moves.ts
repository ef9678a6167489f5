import type { Command } from '../../generated/contracts.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { reasonNotToMove, reasonNotToShow } from '../changes/secret-looking.ts';
import type { LoadedSnapshot } from './load-snapshot.ts';

/**
 * Sentences about commands that would take text out of a file that looks like a secret, by its real name too, or whose
 * answer would say what is in it: what is replaced must be named, so it says whether a guess was right.
 */
export function findSecretMoves(
  commands: readonly Command[],
  { snapshot, real }: Pick<LoadedSnapshot, 'snapshot' | 'real'>,
  secretsAllowed: Iterable<string> | undefined,
): readonly string[] {
  return commands.flatMap(command => {
    const pathOf = (path: string) => {
      const verdict = checkWritePath(path);
      return verdict.kind === 'refused' ? path : verdict.path;
    };
    if (command.tool === 'atomic_replace') {
      const path = pathOf(command.args.file_path);
      const reason = snapshot.has(path)
        ? (reasonNotToShow(path, secretsAllowed) ?? reasonNotToShow(real.get(path) ?? path, secretsAllowed))
        : undefined;
      return reason === undefined ? [] : [`replacing text in ${path} is refused: ${reason}`];
    }
    if (command.args.target_file === undefined) return [];
    const [from, to] = [command.args.file_path, command.args.target_file].map(pathOf);
    if (from === undefined || to === undefined || from === to) return [];
    const reason =
      reasonNotToMove(from, to, secretsAllowed) ??
      reasonNotToMove(real.get(from) ?? from, to, secretsAllowed);
    return reason === undefined ? [] : [`moving text out of ${from} is refused: ${reason}`];
  });
}
