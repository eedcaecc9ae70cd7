import { deleteQueue, getEvents, openEventSocket, register, streamEvents } from "../../src/registration/contract.ts";
import { opensSocket, opensStream } from "../../test/streams.ts";
import { COMPANY_URL } from "../company.ts";
import type { Story } from "../scene.ts";

export const eventQueueExamples: Story = async ({ shows, keeps, server, ben, chiara }) => {
  const { queue_id, last_event_id } = await shows(register, chiara, {
    event_types: ["message", "reaction", "alert_words"],
    apply_markdown: true,
  });
  await ben.sends("#general > kitchen", "There is cake in the kitchen.");
  const queue = { queue_id: queue_id as string };
  const { events } = await shows(getEvents, chiara, { ...queue, last_event_id: last_event_id as number });

  const place = { server, realm: { host: new URL(COMPANY_URL).host } };
  const heard = { ...queue, last_event_id: events.at(-1)?.id as number };
  const stream = await opensStream(place, { as: chiara, ...heard });
  let streamed = "";
  stream.response.on("data", (piece: string) => {
    streamed += piece;
  });
  await ben.sends("#general > kitchen", "And coffee.");
  await stream.hears((line) => line.events.length > 0);
  await stream.hangUp();
  keeps(streamEvents, chiara, heard, streamed);

  const socket = await opensSocket(place, { as: chiara, ...queue, last_event_id: stream.ids.at(-1) as number });
  const frames: string[] = [];
  socket.socket.on("message", (frame) => frames.push(String(frame)));
  await ben.sends("#general > kitchen", "No more cake.");
  await socket.hears((line) => line.events.length > 0);
  await socket.hangUp();
  keeps(openEventSocket, chiara, { ...queue, last_event_id: stream.ids.at(-1) as number }, frames.join("\n"));
  await shows(deleteQueue, chiara, queue);
};
