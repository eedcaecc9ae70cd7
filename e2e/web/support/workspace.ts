/** A workspace on its first day: a server that is not set up, a mailbox, and people with their browsers. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { linkIn, Mailbox } from "../../../server/test/mailbox.ts";
import { GONE, openBrowser, openWindow } from "../../support/browser.ts";
import { type Lifetime, newInstallation, newNode, PASSWORD, type Server } from "../../support/server.ts";
import { signsIn } from "./doors.ts";
import { UserScreen } from "./user-screen.ts";

/** Nothing takes longer, even on a busy machine. */
const PATIENCE_MS = 15_000;

/** Newcomers begin in the topic that introduces the organization; here they leave it unread, and begin in the Inbox. */
function beginsInInbox(): void {
  if (sessionStorage.getItem("has-begun") || !location.hash) return;
  sessionStorage.setItem("has-begun", "yes");
  history.replaceState(null, "", "/#inbox");
}

const emailOf = (name: string) => `${name.split(" ")[0]?.toLowerCase()}@example.com`;

export class BrowserScene {
  readonly server: Server;
  readonly mailbox: Mailbox;
  readonly #t: Lifetime;
  readonly #browser: Browser;
  readonly #windows: Page[] = [];

  private constructor(t: Lifetime, server: Server, mailbox: Mailbox, browser: Browser) {
    this.#t = t;
    this.server = server;
    this.mailbox = mailbox;
    this.#browser = browser;
  }

  static async opens(t: Lifetime): Promise<BrowserScene> {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const server = await newNode(await newInstallation(t, "sqlite", { hashesForReal: false }), {
      PARLEY_SMTP_URL: mailbox.url,
    });
    await server.start();
    return new BrowserScene(t, server, mailbox, await openBrowser(t));
  }

  get address(): string {
    return `http://localhost:${this.server.port}`;
  }

  /** Sets the server up with the link that it printed. */
  async isSetUpBy(name: string, organization: string): Promise<UserScreen> {
    const page = await this.#window();
    const [link = ""] = /http:\/\/\S+\/setup\/\?key=\w+/.exec(this.server.log) ?? [];
    await page.goto(link);
    await page.keyboard.type(organization);
    await page.keyboard.press("Enter");
    await page.keyboard.type(name);
    await page.getByLabel("Email", { exact: true }).fill(emailOf(name));
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByText("Strong.").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Later" }).click();
    return this.#screenOf(page);
  }

  /** Follows the link in the invitation email. */
  async joins(name: string): Promise<UserScreen> {
    const page = await this.#window();
    await page.goto(linkIn(await this.mailbox.next(emailOf(name)), "/accounts/do_confirm/"));
    await page.getByLabel("Full name", { exact: true }).fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByText("Strong.").waitFor();
    await page.getByRole("button", { name: "Join", exact: true }).click();
    return this.#screenOf(page);
  }

  /** Another device of a member. */
  async opens(name: string): Promise<UserScreen> {
    const page = await this.#window();
    await signsIn(page, { email: emailOf(name), password: PASSWORD });
    return this.#screenOf(page);
  }

  /** Everyone's screen and the server's log, for debugging a failed test. */
  async pictures(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "parley-pictures-"));
    for (const [n, page] of this.#windows.entries())
      if (!page.isClosed()) await page.screenshot({ path: join(folder, `${n + 1}.png`) });
    await writeFile(join(folder, "server.log"), this.server.log);
    return folder;
  }

  async #window(): Promise<Page> {
    const page = await openWindow(this.#t, this.#browser, this.address, { tolerates: GONE });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(beginsInInbox);
    this.#windows.push(page);
    return page;
  }

  async #screenOf(page: Page): Promise<UserScreen> {
    await page.waitForURL(`${this.address}/#inbox`);
    return new UserScreen(page);
  }
}
