import * as readState from "../../src/messages/read-state/contract.ts";
import type { Story } from "../scene.ts";

export const readStateExamples: Story = async ({ shows, ada, ben, chiara, dev, channels, messages }) => {
  await shows(readState.updateMessageFlags, dev, { messages: [messages.reply], op: "add", flag: "starred" });
  await shows(readState.updateMessageFlagsForNarrow, chiara, {
    anchor: "first_unread",
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: "channel", operand: "launch" }],
    op: "add",
    flag: "read",
  });
  await shows(readState.markTopicAsRead, ben, { stream_id: channels.launch, topic_name: "print run" });
  await shows(readState.markChannelAsRead, dev, { stream_id: channels.design });
  await shows(readState.markAllAsRead, ada, {});
  await shows(readState.getReadReceipts, chiara, { message_id: messages.cover });
};
