import { StoryWorld } from '@jeongsan/attack/story';
import { launchBrowser } from '@jeongsan/testing/browser';
import type { Browser, Page } from 'playwright-core';
import type { Window, WindowOptions } from './browser.js';
import { openConsole } from './console-window.js';
import { isShown } from './crawl.js';
import { signIn, type Person } from './people.js';
import { keepPicture } from './pictures.js';

type Settings = Readonly<Record<string, string>>;
type Look = Omit<WindowOptions, 'origins'>;

/** A running platform with a browser, in which people sign in to the console, each in a window of their own. */
export class Journey {
  private readonly windows: Window[] = [];

  private constructor(
    readonly name: string,
    readonly world: StoryWorld,
    readonly browser: Browser,
  ) {}

  /** `door` and `scheduler`: settings of theirs. */
  static async start(
    name: string,
    { door = {}, scheduler = {} }: Readonly<{ door?: Settings; scheduler?: Settings }> = {},
  ): Promise<Journey> {
    const [world, browser] = await Promise.all([StoryWorld.start(`journey-${name}`, door, scheduler), launchBrowser()]);
    return new Journey(name, world, browser);
  }

  /** A new window in which a person has opened an address (default: the console's) and signed in. */
  async windowOf(who: Person, look: Look = { language: 'en' }, address?: string): Promise<Page> {
    const window = await openConsole(this.browser, this.world.platform, look);
    this.windows.push(window);
    await signIn(window.page, address ?? this.world.platform.consoleUrl, who);
    return window.page;
  }

  /** Opens a screen by its path below /console, and waits until it is shown. */
  async open(page: Page, path: string): Promise<void> {
    await page.goto(`${this.world.platform.consoleUrl}${path}`);
    await isShown(page);
  }

  /** What the browser said against any of the pages so far. */
  complaints(): string[] {
    return this.windows.flatMap(({ complaints }) => complaints);
  }

  /** Keeps a picture of the last page of each window, for a test that failed, and ends everything. */
  async stop(): Promise<void> {
    for (const [index, { page }] of this.windows.entries()) await keepPicture(page, `${this.name}-${index}`);
    await this.browser.close();
    await this.world.stop();
  }
}
