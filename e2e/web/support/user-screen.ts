/** A user at a screen: their actions, with keys where there are any, and what they see. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until.ts";
import { placeNamed } from "./place.ts";

interface WriteOptions {
  /** Left in the composer instead of sent. */
  readonly unsent?: boolean;
}

export class UserScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The title of the view. */
  get title(): Locator {
    return this.page.getByRole("main").getByRole("heading", { level: 1 });
  }
  get composer(): Locator {
    return this.page.getByRole("textbox", { name: "Write a message" });
  }
  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }
  get toast(): Locator {
    return this.page.locator(".toast");
  }
  /** The messages of the view that contain this text. */
  message(words: string): Locator {
    return this.page.getByRole("article").filter({ hasText: words });
  }
  /** The first row with that name: important ones may appear twice. */
  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true }).first();
  }
  /** A row of the sidebar, with the unread count in its name: "Inbox, 3 unread". */
  row(name: string | RegExp): Locator {
    return this.page.getByRole("navigation").getByRole("link", { name, exact: typeof name === "string" });
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }
  async types(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Opens a conversation, a view or a person with the palette. */
  async goes(place: string): Promise<void> {
    const named = placeNamed(place);
    await this.press("Control+k");
    const field = this.dialog.getByRole("combobox");
    await field.fill(named.to === "topic" ? `#${named.topic}` : named.name);
    const wanted = named.to === "topic" ? named.topic : named.name;
    await this.dialog.getByRole("option", { name: wanted }).first().click();
    await this.isAt(wanted);
  }
  async isAt(title: string): Promise<void> {
    await this.page.getByRole("main").getByRole("heading", { level: 1, name: title }).waitFor();
  }
  async searches(words: string): Promise<void> {
    await this.press("Control+k");
    await this.dialog.getByRole("combobox").fill(words);
    await this.press("Control+Enter");
    await this.isAt("Search");
  }

  /** Starts a message to a topic or a person, new or existing. */
  async begins(place: string): Promise<void> {
    const named = placeNamed(place);
    await this.leavesText();
    if (named.to === "topic") {
      await this.press("c");
      const channel = this.page.getByRole("combobox", { name: "Choose a channel" });
      await channel.click();
      await channel.fill(named.channel);
      await this.page.getByRole("option", { name: named.channel }).first().click();
      const topic = this.page.getByRole("combobox", { name: "Topic" });
      await topic.fill(named.topic);
      await this.press("Enter");
    } else {
      await this.press("x");
      const people = this.page.getByRole("combobox", { name: "Add a person" });
      await people.fill(named.name);
      await this.page.getByRole("option", { name: named.name }).first().click();
      await this.press("Escape");
      await this.composer.focus();
    }
  }
  async writes(place: string, text: string, { unsent = false }: WriteOptions = {}): Promise<void> {
    await this.begins(place);
    await this.composer.fill(text);
    if (!unsent) await this.sends();
  }
  /** Writes a reply in the open conversation. */
  async says(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.sends();
  }
  async sends(): Promise<void> {
    await this.composer.press("Enter");
    // Sent: the text is gone, and so is the composer if it was opened just for this message.
    await this.page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value);
  }
  async leavesText(): Promise<void> {
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }

  /** What is in the composer. */
  async hasWritten(text: RegExp): Promise<void> {
    await until(`the composer has ${text}`, async () => text.test(await this.composer.inputValue()));
  }
  async sees(words: string): Promise<void> {
    await this.message(words).first().waitFor();
  }
  async seesNot(words: string): Promise<void> {
    await this.message(words).first().waitFor({ state: "detached" });
  }
  /** The message is there exactly once, and nothing is waiting to be sent. */
  async seesOnce(words: string): Promise<void> {
    await this.sees(words);
    assert.equal(await this.message(words).count(), 1);
  }
  async reads(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Puts the keyboard cursor on a message. */
  async pointsAt(words: string): Promise<void> {
    const message = this.message(words).last();
    await message.waitFor();
    await message.focus();
    await this.press("ArrowUp");
    await this.press("ArrowDown");
    await message.focus();
  }
}
