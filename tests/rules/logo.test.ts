import { describe, expect, test } from 'vitest';
import { logoProblem } from '../../contract/rules/logo';
import { buildJpeg, buildPng } from '../support/logos';

describe('the size of a logo', () => {
  test.each([
    [1, 1, null],
    [2_000, 2_000, null],
    [2_001, 1, 'TOO_WIDE'],
    [1, 2_001, 'TOO_WIDE'],
    [20_000, 20_000, 'TOO_WIDE'],
    [65_535, 65_535, 'TOO_WIDE'],
    [0, 5, 'NOT_IMAGE'],
    [5, 0, 'NOT_IMAGE'],
  ])('%d × %d is read from the header of a PNG and of a JPEG', (width, height, problem) => {
    expect(logoProblem(buildPng(width, height))).toBe(problem);
    expect(logoProblem(buildJpeg(width, height))).toBe(problem);
  });

  test('the size is read from every kind of frame of a JPEG, and never from a table', () => {
    for (const marker of [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
      expect(logoProblem(buildJpeg(3_000, 5, marker)), String(marker)).toBe('TOO_WIDE');
    for (const marker of [0xc4, 0xc8, 0xcc])
      expect(logoProblem(buildJpeg(3_000, 5, marker)), String(marker)).toBe('NOT_IMAGE');
  });

  test('the size is that of the largest frame, also after a scan', () => {
    const bytes = (logo: string) => Buffer.from(logo.split(',')[1] ?? '', 'base64');
    const [small, large] = [bytes(buildJpeg(5, 5)), bytes(buildJpeg(3_000, 5))];
    const joinedImages = Buffer.concat([small.subarray(0, -2), large.subarray(2)]);
    expect(logoProblem(`data:image/jpeg;base64,${joinedImages.toString('base64')}`)).toBe('TOO_WIDE');
  });

  test('the size of a truncated file is refused or read, without an exception', () => {
    for (const logo of [buildPng(10, 10), buildJpeg(10, 10)]) {
      const [head = '', body = ''] = logo.split(',');
      const bytes = Buffer.from(body, 'base64');
      for (let length = 0; length < bytes.length; length += 1)
        expect(['NOT_IMAGE', null]).toContain(
          logoProblem(`${head},${bytes.subarray(0, length).toString('base64')}`),
        );
    }
  });
});
