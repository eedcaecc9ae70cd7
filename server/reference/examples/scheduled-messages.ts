import * as scheduled from "../../src/personal/scheduled-messages/contract.ts";
import type { Story } from "../scene.ts";

/** Friday at nine. */
const FRIDAY = Date.UTC(2026, 0, 9, 9) / 1000;

export const scheduledMessageExamples: Story = async ({ shows, dev, channels }) => {
  const { scheduled_message_id } = await shows(scheduled.createScheduledMessage, dev, {
    type: "channel",
    to: channels.launch,
    topic: "print run",
    content: "The printer starts today.",
    scheduled_delivery_timestamp: FRIDAY,
  });
  await shows(scheduled.updateScheduledMessage, dev, {
    scheduled_message_id,
    scheduled_delivery_timestamp: FRIDAY + 3600,
  });
  await shows(scheduled.getScheduledMessages, dev, {});
  await shows(scheduled.deleteScheduledMessage, dev, { scheduled_message_id });
};
