/** Where the result of agents goes that work beside the folder: the same words for all of them. */
export const DELIVERIES_TO_A_BRANCH = [
  {
    label: 'A branch of its own',
    description: 'worked on in a checkout of its own, with commits; this folder stays as it is',
    delivery: 'commit' as const,
  },
  {
    label: 'Push',
    description: 'a branch of its own, which is pushed after one yes',
    delivery: 'push' as const,
  },
  {
    label: 'Pull request',
    description: 'a branch of its own, pushed after one yes, with a pull request',
    delivery: 'pr' as const,
  },
];
