import assert from 'node:assert/strict';
import { nearestNames } from '../../../src/core/kernel/nearest-names.ts';

const names = ['get_file', 'get_files', 'set_file', 'GetFile', 'load', 'x', 'get_file_list'];

describe('nearest names', () => {
  it('come in the order of changed characters, swapped neighbours counting once, case not at all', () =>
    assert.deepEqual(nearestNames('get_flie', names), ['get_file', 'GetFile', 'get_files', 'set_file']));
  it('include longer names that contain the one asked for', () =>
    assert.deepEqual(nearestNames('file_list', names), ['get_file_list']));
  it('are none where nothing is near', () => assert.deepEqual(nearestNames('telephone', names), []));
});
