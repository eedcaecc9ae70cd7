import {
  checkWebhook,
  getIntegrations,
  getWebhookDeliveries,
  getWebhookExample,
  receiveWebhook,
} from "../../src/delivery/integrations/contract.ts";
import * as feeds from "../../src/delivery/integrations/feeds/contract.ts";
import { outgoingWebhook } from "../../src/delivery/outgoing-webhooks/contract.ts";
import { deleteBotStorage, getBotStorage, updateBotStorage } from "../../src/people/bot-storage/contract.ts";
import * as bots from "../../src/people/bots/contract.ts";
import { Person } from "../../test/person.ts";
import { Receiver } from "../../test/receiver.ts";
import { COMPANY_URL } from "../company.ts";
import type { ExampleScene, Story } from "../scene.ts";

const BLOG = `<rss version="2.0"><channel><title>Lighthouse blog</title>
  <item><guid>1</guid><title>How a cover is made</title><link>https://blog.example.com/cover</link></item>
</channel></rss>`;

export const botExamples: Story = async ({ shows, server, dev, channels }) => {
  const { user_id: bot_id } = await shows(bots.createBot, dev, { full_name: "Stock Bot", short_name: "stock" });
  const { api_key } = await shows(bots.regenerateBotApiKey, dev, { bot_id });
  const account = { id: bot_id, name: "Stock Bot", email: "stock-bot@chat.example.com", apiKey: api_key };
  const bot = new Person(server, COMPANY_URL, account);
  await shows(updateBotStorage, bot, { storage: { "salt-roads": "5000", "summer-tides": "112" } });
  await shows(getBotStorage, bot, { keys: ["salt-roads"] });
  await shows(deleteBotStorage, bot, { keys: ["summer-tides"] });
  await shows(bots.updateBot, dev, { bot_id, full_name: "Warehouse Bot", default_sending_stream: "launch" });
  await shows(bots.getBots, dev, {});
  await shows(bots.deactivateBot, dev, { bot_id });
  await shows(outgoingWebhook, dev, {});
  const hook = await dev.call(bots.createBot, { full_name: "Build Bot", short_name: "build", bot_type: 2 });
  const url = { integration: "slack_incoming", api_key: hook.api_key };
  await shows(checkWebhook, undefined, url);
  const document = { text: "*Deployed* <https://shop.example.com|the shop>" };
  await shows(receiveWebhook, undefined, { ...url, stream: "launch", topic: "deploys" }, { document });
  await shows(getWebhookDeliveries, dev, { bot_id: hook.user_id });
  await shows(getIntegrations, dev, { name: "linear" });
  const options = { stream: "launch", only_events: ["Issue"] };
  await shows(getWebhookExample, dev, { bot_id: hook.user_id, integration: "linear", ...options });
  await feedExamples({ shows, server, dev, channels }, hook.user_id);
};

async function feedExamples(
  { shows, server, dev, channels }: Pick<ExampleScene, "shows" | "server" | "dev" | "channels">,
  bot_id: number,
): Promise<void> {
  const receiver = await Receiver.open();
  try {
    const { url } = receiver.endpoint((response) => void response.end(BLOG), "127.0.0.1", "/feed.xml");
    const { feed_id } = await shows(feeds.addFeed, dev, { bot_id, url, stream_id: channels.launch });
    await server.app.jobs.settled();
    await shows(feeds.getFeeds, dev, { bot_id });
    await shows(feeds.updateFeed, dev, { bot_id, feed_id, topic: "blog", filter_words: ["cover"] });
    await server.clock.leap({ minutes: 2 });
    await shows(feeds.fetchFeed, dev, { bot_id, feed_id });
    await shows(feeds.removeFeed, dev, { bot_id, feed_id });
    await server.app.jobs.settled();
  } finally {
    await receiver.close();
  }
}
