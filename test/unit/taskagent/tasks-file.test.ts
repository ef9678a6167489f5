import assert from 'node:assert/strict';
import { looksSecret } from '../../../src/core/changes/secret-looking.ts';
import { checkTasksWrite, eligibleTasks, parseTasks } from '../../../src/core/taskagent/tasks-file.ts';

const TEXT =
  '# Plan\n\n1) + Done one\n## 2) ~ Under way\n- 2.1) - A feature\n3) / Blocked\n4) ? Asked\n5) - Open\n\n1. an ordinary list\n';
const read = (text: string) => {
  const tasks = parseTasks(text);
  return tasks.ok ? tasks.value.map(t => `${t.id} ${t.mark} ${t.title} @${t.line}`) : tasks.error;
};

describe('the list of tasks', () => {
  it('is read with its marks, headings and text around it left alone', () =>
    assert.deepEqual(read(TEXT), [
      '1 + Done one @3',
      '2 ~ Under way @4',
      '2.1 - A feature @5',
      '3 / Blocked @6',
      '4 ? Asked @7',
      '5 - Open @8',
    ]));
  it('is read with any line ends', () =>
    assert.deepEqual(read('1) - A\r\n2) - B\r'), ['1 - A @1', '2 - B @2']));
  it('names the line of a task without a known mark', () =>
    assert.match(
      String(read('1) - A\n2) Done\n')),
      /line 2: a task line reads "3\) - Title" with one of the marks - ~ \+ \/ \?/,
    ));
  it('names a number that is there twice', () =>
    assert.match(String(read('1) - A\n1) - B\n')), /two tasks with the number 1/));
  it('has tasks to take up: open ones, no features, none that wait for review', () => {
    const tasks = parseTasks(TEXT);
    assert.deepEqual(tasks.ok && eligibleTasks(tasks.value, [5]).map(t => t.id), ['2']);
  });

  const checked = (after: string | undefined, taskId: number | undefined = 2) => {
    const result = checkTasksWrite(TEXT, after, taskId);
    return result.ok ? result.value.join('; ') : `refused: ${result.error}`;
  };
  it('lets the status of the task at hand and of its features change without a word', () =>
    assert.equal(checked(TEXT.replace('2) ~', '2) +').replace('2.1) -', '2.1) +')), ''));
  it('says of a list that was not there only that it is new', () => {
    const made = checkTasksWrite(undefined, TEXT, 2);
    assert.match(made.ok ? made.value.join('; ') : made.error, /^the list is new, with \d+ lines of tasks$/);
  });
  it('warns of everything else', () => {
    assert.match(checked(TEXT.replace('5) -', '5) +')), /status of task 5 is changed/);
    assert.match(checked(TEXT.replace('5) - Open\n', '')), /task 5 is removed/);
    assert.match(checked(`${TEXT}6) - More\n`), /task 6 is added/);
    assert.match(checked(TEXT.replace('Open', 'Else')), /title of task 5 is changed/);
    assert.match(checked(TEXT.replace('# Plan', '# Other')), /text beside the task lines/);
  });
  it('refuses what cannot be read, what has no task left, and deleting the list', () => {
    assert.match(checked('5) Done\n'), /^refused: line 1/);
    assert.match(checked('nothing\n'), /^refused: no task would be left/);
    assert.match(checked(undefined), /^refused: the list of tasks would be deleted/);
  });
});

describe('files that look like secrets', () => {
  for (const path of [
    '.env',
    'a/.env.local',
    'deploy.pem',
    'id_rsa',
    'x/id_ed25519',
    '.netrc',
    'credentials.json',
    'aws-secrets.yml',
    'service-account-1.json',
    'Key.PFX',
    'deploy/prod.env',
    'app.env.local',
    '.envrc',
    '.env_staging',
    'infra/Prod.tfvars',
    'terraform.tfstate',
    'kubeconfig',
    'a/.aws/config',
    '.docker/config.json',
    '.Kube/config',
    'passwords.txt',
    'api-keys.json',
    '.vault_pass',
    'client.p8',
  ])
    it(`${path} does`, () => assert.equal(looksSecret(path), true));
  for (const path of [
    '.env.example',
    'src/secrets.py',
    'docs/credentials.md',
    'keyboard.txt',
    'environment.yml',
    'monkey.txt',
    'prod.env.example',
    'environment',
    'docker/Dockerfile',
    'password_reset.html',
    'templates/passwords.html',
    'tokens.json',
    'envs/env.py',
    'aws/config.json',
  ])
    it(`${path} does not`, () => assert.equal(looksSecret(path), false));
});
