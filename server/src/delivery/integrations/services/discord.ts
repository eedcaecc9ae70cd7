import { integration, ONLY_EVENT } from "../integration.ts";
import { bulletsOf, inOneLine, lines, link, type Markup, markdown, md, plain } from "../markup.ts";
import type { Payload } from "../payload.ts";

/** `<@1>`, `<#1>` and `<:name:1>` name things of Discord; spoilers have bars there. */
const fromDiscord = (text: string | undefined): Markup =>
  markdown(
    text
      ?.replace(/<@[!&]?(\d{1,20})>/g, "@$1")
      .replace(/<#(\d{1,20})>/g, "#$1")
      .replace(/<a?:(\w{1,32}):\d{1,20}>/g, ":$1:")
      .replace(/<t:(\d{1,12})(?::\w)?>/g, (_, seconds: string) => timeOf(Number(seconds)))
      .replace(/\|\|([^|\n]{1,2000})\|\|/g, "$1"),
  );

const timeOf = (seconds: number): string => {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : `<time:${time.toISOString().replace(/\.\d+/, "")}>`;
};

function embed(each: Payload): Markup {
  const title = each.optionalText("title");
  const fields = bulletsOf(
    each.parts("fields"),
    (field) => md`**${field.optionalText("name")}**: ${inOneLine(fromDiscord(field.optionalText("value")))}`,
  );
  const image = each.firstText("image.url", "thumbnail.url", "video.url");
  return lines(
    each.has("author.name") ? link(each.optionalText("author.name"), each.optionalText("author.url")) : undefined,
    title === undefined ? undefined : md`**${link(title, each.optionalText("url"))}**`,
    fromDiscord(each.optionalText("description")),
    fields,
    image === undefined ? undefined : link("image", image),
    each.has("footer.text") ? plain(each.text("footer.text")) : undefined,
  );
}

export const discord = integration({
  name: "discord",
  title: "Discord-compatible webhook",
  category: "general",
  picture: { initials: "DC", color: "#5865f2" },
  about: "Accepts what programs send to Discord's webhooks: text and embeds.",
  setup: ["Use `URL` wherever a program asks for the address of a Discord webhook."],
  eventOf: () => ONLY_EVENT,
  events: {
    [ONLY_EVENT]: {
      about: "A message",
      say: ({ payload }) => ({
        topic: payload.firstText("thread_name", "username") ?? "Discord",
        content: [fromDiscord(payload.optionalText("content")), ...payload.parts("embeds").map(embed)],
      }),
    },
  },
});
