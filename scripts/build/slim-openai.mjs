// The openai package has one class for each part of the service, and its client makes one of each. We talk to
// chat completions only, with a key, and read their stream ourselves. So the other parts, other clouds and ways to
// log in, and the helpers that run tools are left out of the bundles: their exports become empty classes.
import fs from 'node:fs';
import path from 'node:path';

const KEPT = /^(shared|index|chat(\/|$))/;
const UNUSED =
  /^(?:azure|bedrock|auth\/workload-identity-auth|helpers\/computer|internal\/runner-lifecycle|lib\/(?:AbstractChatCompletionRunner|ChatCompletion\w*|EventStream)|lib\/responses\/\w+|_vendor\/.*)\.m?js$/;

export const slimOpenAi = {
  name: 'slim-openai',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]openai[\\/].*\.m?js$/ }, args => {
      const [folder, ...rest] = args.path.split(/[\\/]node_modules[\\/]openai[\\/]/)[1].split(path.sep);
      const isOther = folder === 'resources' && !KEPT.test(rest.join('/'));
      if (!isOther && !UNUSED.test([folder, ...rest].join('/'))) return undefined;
      const names = exportsOf(fs.readFileSync(args.path, 'utf8'));
      return { contents: names.map(name => `export class ${name} {}`).join('\n'), loader: 'js' };
    });
  },
};

/** Names a module exports, except those it passes on from other modules by `export *`. */
function exportsOf(source) {
  const declared = [...source.matchAll(/^export (?:class|const|let|function|async function) (\w+)/gm)].map(
    m => m[1],
  );
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(m =>
    m[1].split(',').map(part =>
      part
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    ),
  );
  return [...new Set([...declared, ...listed])].filter(name => name);
}
