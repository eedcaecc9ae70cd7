import { getMessages, matchesNarrow, renderMessage, sendMessage } from "../../src/messages/contract.ts";
import type { Story } from "../scene.ts";

export const messageExamples: Story = async ({ shows, chiara, dev, messages }) => {
  const { id } = await shows(sendMessage, chiara, {
    type: "channel",
    to: "launch",
    topic: "release party",
    content: "The bookshop says **yes**: Thursday, 7 pm. :tada:",
  });
  await shows(getMessages, dev, {
    anchor: "newest",
    num_before: 2,
    narrow: [
      { operator: "channel", operand: "launch" },
      { operator: "topic", operand: "release party" },
    ],
  });
  await shows(matchesNarrow, dev, {
    msg_ids: [messages.cover, id],
    narrow: [{ operator: "search", operand: "bookshop" }],
  });
  await shows(renderMessage, chiara, { content: "See you at *Pier 3*, @**Dev Patel**!" });
};
