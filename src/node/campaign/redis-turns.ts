import type { Redis } from 'ioredis';
import { moveOf, type Turns } from '../../core/campaign/rate.ts';

/** By Redis's own clock, in one step, so that workers on several machines never take the same turn. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait = 0
for i, key in ipairs(KEYS) do
  local at = math.max(tonumber(redis.call('GET', key) or 0), now)
  wait = math.max(wait, at - now)
  redis.call('SET', key, string.format('%.3f', at + ARGV[i]), 'PX', math.ceil(at - now + ARGV[i]) + 600000)
end
return tostring(wait)`;

/** Turns that all processes with this Redis take together. */
export const createRedisTurns = (redis: Redis, prefix = 'workorder'): Turns => ({
  async take(uses) {
    if (uses.length === 0) return 0;
    const keys = uses.map(({ rate }) => `${prefix}:rate:${rate.key}`);
    const moves = uses.map(({ rate, amount }) => moveOf(rate, amount));
    return Number(await redis.eval(TAKE, keys.length, ...keys, ...moves));
  },
  async correct(rate, amount) {
    await redis.incrbyfloat(`${prefix}:rate:${rate.key}`, moveOf(rate, amount));
  },
});
