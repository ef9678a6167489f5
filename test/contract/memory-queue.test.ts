import { createMemoryQueue } from '../../src/node/campaign/memory-queue.ts';
import { jobQueueContract } from './job-queue.contract.ts';

jobQueueContract('in this process', async () => createMemoryQueue());
