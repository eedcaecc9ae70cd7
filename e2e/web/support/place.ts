/** A conversation: "#launch > tides" is a topic, "Ada Lovelace" is a person. */
export type PlaceToGo =
  | { readonly to: "topic"; readonly channel: string; readonly topic: string }
  | { readonly to: "person"; readonly name: string };

export function placeNamed(written: string): PlaceToGo {
  const [, channel, topic] = /^#(.+?) > (.+)$/.exec(written) ?? [];
  return channel !== undefined && topic !== undefined
    ? { to: "topic", channel, topic }
    : { to: "person", name: written };
}
