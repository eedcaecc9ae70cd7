import * as commands from "../../src/delivery/outgoing-webhooks/commands/contract.ts";
import * as bots from "../../src/people/bots/contract.ts";
import { Person } from "../../test/person.ts";
import { Receiver } from "../../test/receiver.ts";
import { COMPANY_URL } from "../company.ts";
import type { Story } from "../scene.ts";

export const botCommandExamples: Story = async ({ shows, server, channels, dev, chiara }) => {
  const program = await Receiver.open();
  const make = { full_name: "Deploy Bot", short_name: "deploy", bot_type: 3, payload_url: program.endpoint().url };
  const { user_id: bot_id, api_key: apiKey } = await dev.call(bots.createBot, make);
  const account = { id: bot_id, name: "Deploy Bot", email: "deploy-bot@chat.example.com", apiKey };
  const bot = new Person(server, COMPANY_URL, account);
  const environment = { name: "environment", required: true, choices: ["staging", "production"] };
  const { command_id } = await shows(commands.createBotCommand, dev, {
    bot_id,
    name: "deploy",
    description: "Deploy the shop",
    arguments: [environment],
  });
  const version = { name: "version", description: "The newest one by default" };
  await shows(commands.updateBotCommand, dev, { bot_id, command_id, arguments: [environment, version] });
  await shows(commands.getBotCommands, chiara, {});
  const where = { stream_id: channels.launch, topic: "deploys" };
  const call = { command_name: "deploy", arguments: "staging", ...where };
  const { call_id } = await shows(commands.callBotCommand, chiara, call);
  await server.app.jobs.settled();
  await shows(commands.answerCommandCall, bot, { call_id, content: "Deployed to **staging**." });
  await shows(commands.dismissCommandAnswer, chiara, { call_id });
  await shows(commands.deleteBotCommand, dev, { bot_id, command_id });
  await program.close();
};
