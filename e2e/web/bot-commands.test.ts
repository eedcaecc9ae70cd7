/** Slash commands in a browser: declaring one, completing and calling it, and an answer that only the caller sees. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { bots, channelReading } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { Receiver } from "../../server/test/receiver.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

describe("slash commands", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let ada: Person;
  let ben: Person;
  let page: Page;
  let receiver: Receiver;
  let program: ReturnType<Receiver["endpoint"]>;

  const dialog = () => page.getByRole("dialog");
  const button = (name: string, at: Pick<Page, "getByRole"> = page) => at.getByRole("button", { name, exact: true });
  const text = () => page.getByLabel("Write a message", { exact: true });
  const answers = () => page.getByRole("region", { name: "Answers only you can see" }).getByRole("listitem");

  before(async () => {
    receiver = await Receiver.open();
    lifetime.after(() => receiver.close());
    program = receiver.endpoint({ content: "Deploying <b>to</b> **staging**" });
    server = await newServer(lifetime, "sqlite", { PARLEY_OUTGOING_ALLOW: "127.0.0.1" });
    [ada, ben] = [await server.member("Ada"), await server.member("Ben")];
    for (const person of [ada, ben]) await person.joins("launch");
    const make = { full_name: "Deployer", short_name: "deployer", bot_type: 3, payload_url: program.url };
    await ada.call(bots.createBot, make);
    const browser = await openBrowser(lifetime);
    page = await openWindow(lifetime, browser, `http://localhost:${server.port}`);
    await entersAs(page, { email: ada.email, password: PASSWORD }, "/#settings/bots");
    await page.getByRole("heading", { level: 1, name: "Your bots" }).waitFor({ timeout: 60_000 });
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("a bot's owner declares a command with its arguments", async () => {
    await button("More for Deployer").click();
    await page.getByRole("menuitem", { name: "Commands" }).click();
    await dialog().getByText("The bot has no commands yet.").waitFor();
    await button("Add a command", dialog()).click();
    await dialog().getByLabel("Name").fill("deploy");
    await dialog().getByLabel("Description").fill("Deploys the shop");
    await button("Add an argument", dialog()).click();
    const argument = dialog().getByRole("group", { name: "Argument 1" });
    await argument.getByLabel("Name").fill("environment");
    await argument.getByLabel("Choices").fill("staging, production");
    await argument.getByRole("checkbox", { name: "Required" }).check();
    await noViolations(page);
    await button("Add a command", dialog()).click();
    await dialog().getByRole("listitem").filter({ hasText: "/deploy <environment>" }).waitFor();
    await noViolations(page);
    await button("Close", dialog()).click();
    await dialog().waitFor({ state: "detached" });
  });

  test("the message box completes it and calls the bot, and only the caller sees the answer", async () => {
    const { stream_id } = await ada.call(channelReading.getChannelId, { stream: "launch" });
    await page.goto(`/#narrow/channel/${stream_id}/topic/deploys`);
    await page.getByRole("heading", { level: 1, name: "deploys" }).waitFor();
    await text().pressSequentially("/dep");
    const offered = page.getByRole("option");
    await offered.filter({ hasText: "/deploy" }).filter({ hasText: "Deploys the shop" }).waitFor();
    await text().press("Enter");
    await offered.filter({ hasText: "staging" }).waitFor();
    await text().press("Enter");
    assert.equal(await text().inputValue(), "/deploy staging ");
    await text().press("Enter");
    await answers().filter({ hasText: "Only you can see this" }).waitFor();
    assert.match(await answers().innerText(), /Deploying <b>to<\/b> staging/, "what bots say is no HTML");
    await until("the text is gone", async () => (await text().inputValue()) === "");
    assert.equal(program.payloads[0]?.arguments, "staging");
    await noViolations(page);
    assert.deepEqual(await ben.reads("launch"), [], "nothing was posted");

    await page.reload();
    await button("Dismiss the answer of Deployer").click();
    await answers().waitFor({ state: "detached" });
  });

  test("a call that is refused leaves the text, and says why", async () => {
    await text().fill("/deploy moon");
    await text().press("Enter");
    await page.getByText("Choose one of these for environment: staging, production").waitFor();
    assert.equal(await text().inputValue(), "/deploy moon");
    assert.equal(program.received.length, 1);
  });
});
