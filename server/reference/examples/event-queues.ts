import { deleteQueue, getEvents, register } from "../../src/registration/contract.ts";
import type { Story } from "../stage.ts";

export const eventQueueExamples: Story = async ({ shows, ben, chiara }) => {
  const { queue_id, last_event_id } = await shows(register, chiara, {
    event_types: ["message", "reaction", "alert_words"],
    apply_markdown: true,
  });
  await ben.sends("#general > kitchen", "There is cake in the kitchen.");
  const queue = { queue_id: queue_id as string };
  await shows(getEvents, chiara, { ...queue, last_event_id: last_event_id as number });
  await shows(deleteQueue, chiara, queue);
};
