/** How many messages a request asks for, by its parameters as they were sent. */
import type { RawParameters } from "../../kernel/api/index.ts";

/** Clients ask for a hundred or a few hundred. This many, of average length, take ten times as long as an ordinary page. */
const MANY = 1000;

export const asksForManyMessages = ({ num_before, num_after, message_ids }: RawParameters): boolean =>
  Number(num_before ?? 0) + Number(num_after ?? 0) >= MANY || (message_ids?.split(",").length ?? 0) >= MANY;
