import { unusualCharacters } from '../../changes/unusual-characters.ts';
import { answerOf, type Check } from '../check.ts';

/** Characters a reader cannot see, or that change how the text around them is shown. */
export const charactersCheck: Check = {
  id: 'characters',
  title: 'Unusual characters',
  needs: 'nothing',
  phase: 'before',
  level: 'advisory',
  run: async changes =>
    answerOf(
      unusualCharacters(changes).map(({ path, line, codePoint, name }) => ({
        rule: 'invisible',
        weight: 'doubt',
        message: `the change brings in ${codePoint} ${name}, which is not visible as such`,
        place: { file: path, line, side: 'after' },
      })),
      'every character the change brings in can be seen',
    ),
};
