import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/setup/places.mjs';
import { campaignPage } from '../../../src/core/campaign/page.ts';
import { campaignOf } from '../../support/campaign/campaign-in-memory.ts';

const HOSTILE =
  '<script>document.title="pwned"</script><img src="http://127.0.0.1:1/x" onerror="document.title=2">';

/** The page as a person sees it. */
describe('the page of a campaign in a browser', () => {
  it('is readable without scripts in light and dark, on a narrow window, asks nobody for anything, and runs nothing of others', async function () {
    const executablePath = findChromium();
    if (executablePath === undefined) return this.skip();
    const one = campaignOf('abcdefgh', { title: `Rename get ${HOSTILE}` });
    for (const name of 'abcdefg') one.send(name);
    one.end('a', { sample: `-${HOSTILE}` });
    for (const name of 'bcd') one.end(name, { kind: 'unchanged' });
    one.end('e', { kind: 'blocked', reasons: [HOSTILE] });
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-page-'));
    const file = path.join(folder, 'campaign.html');
    fs.writeFileSync(file, campaignPage(one.state));
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const asked: string[] = [];
      for (const [colorScheme, width, scripts] of [
        ['light', 1280, false],
        ['dark', 420, true],
      ] as const) {
        const page = await browser.newPage({
          colorScheme,
          viewport: { width, height: 900 },
          javaScriptEnabled: scripts,
        });
        page.on('request', request => asked.push(request.url()));
        await page.goto(pathToFileURL(file).href);
        assert.equal(await page.title(), `Rename get ${HOSTILE}`);
        assert.equal(await page.locator('h1').innerText(), `Rename get ${HOSTILE}`);
        assert.equal(await page.locator('.wide tbody tr').count(), 8);
        assert.equal(await page.locator('svg[role=img]').count(), 2);
        const summary = page.locator('.wide tbody summary').first();
        await summary.click();
        assert.ok(await page.locator('.wide tbody pre').first().isVisible());
        assert.match(await page.locator('.wide tbody pre').first().innerText(), /<script>/);
        assert.equal(await page.locator('img, script').count(), 0);
        const { scrollWidth } = scripts
          ? await page.evaluate<{ scrollWidth: number }>(
              '({ scrollWidth: document.documentElement.scrollWidth })',
            )
          : { scrollWidth: width };
        assert.ok(scrollWidth <= width + 1, `nothing is wider than the window: ${scrollWidth}`);
        const shot = process.env['WORKORDER_SCREENSHOTS'];
        if (shot !== undefined)
          await page.screenshot({ path: path.join(shot, `campaign-${colorScheme}.png`), fullPage: true });
        await page.close();
      }
      assert.deepEqual(
        asked.filter(url => !url.startsWith('file:')),
        [],
      );
    } finally {
      await browser.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
