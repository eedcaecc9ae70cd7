import { integration, type Post } from "../integration.ts";
import { link, type Markup, md, NOTHING, plain, quoted } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfBodyAndUrl } from "../signatures.ts";

const data = (payload: Payload): Payload => payload.part("action.data");
const who = (payload: Payload): Markup =>
  plain(payload.firstText("action.memberCreator.fullName", "action.memberCreator.username") ?? "Somebody");

const shortUrl = (kind: "b" | "c", id: string | undefined): string | undefined =>
  id === undefined ? undefined : `https://trello.com/${kind}/${encodeURIComponent(id)}`;

const card = (payload: Payload): Markup =>
  link(data(payload).text("card.name"), shortUrl("c", data(payload).optionalText("card.shortLink")));
const board = (payload: Payload): string =>
  data(payload).optionalText("board.name") ?? payload.optionalText("model.name") ?? "Trello";

/** A sentence about a card, in the topic of its board. */
const said =
  (sentence: (payload: Payload) => Markup, quote?: (payload: Payload) => string | undefined) =>
  ({ payload }: ServiceRequest): Post => ({
    topic: board(payload),
    content: [md`${who(payload)} ${sentence(payload)}`, quote ? quoted(quote(payload)) : NOTHING],
  });

/** What was changed is what the action remembers of before. */
function updated(request: ServiceRequest): Post | undefined {
  const { payload } = request;
  const old = data(payload).part("old");
  const sentence = ((): Markup | undefined => {
    if (data(payload).has("listAfter"))
      return md`moved ${card(payload)} from ${data(payload).optionalText("listBefore.name")} to ${data(payload).optionalText("listAfter.name")}`;
    if (old.has("closed")) return md`${data(payload).isTrue("card.closed") ? "archived" : "restored"} ${card(payload)}`;
    if (old.has("name")) return md`renamed ${old.text("name")} to ${card(payload)}`;
    if (old.has("desc") || hasKey(old, "desc")) return md`changed the description of ${card(payload)}`;
    if (hasKey(old, "due")) {
      const due = data(payload).optionalText("card.due");
      return due === undefined ? md`removed the due date of ${card(payload)}` : md`set ${card(payload)} due ${due}`;
    }
    if (old.has("dueComplete"))
      return md`marked ${card(payload)} as ${data(payload).isTrue("card.dueComplete") ? "complete" : "incomplete"}`;
    return undefined;
  })();
  return sentence && said(() => sentence)(request);
}

/** Null is a value that something had before. */
const hasKey = (part: Payload, name: string): boolean =>
  typeof part.value === "object" && part.value !== null && Object.hasOwn(part.value, name);

const item = (payload: Payload): string => data(payload).optionalText("checkItem.name") ?? "";

export const trello = integration({
  name: "trello",
  title: "Trello",
  category: "projects",
  picture: { initials: "TR", color: "#0055cc" },
  about: "Posts what happens to the cards of a Trello board.",
  setup: [
    "Create an API key and a token at [trello.com/power-ups/admin](https://trello.com/power-ups/admin), and find the id of the board: open it with `.json` at the end of its address.",
    'Create the webhook with `curl -X POST \'https://api.trello.com/1/tokens/TOKEN/webhooks/?key=KEY\' -H \'Content-Type: application/json\' -d \'{"callbackURL": "…", "idModel": "BOARD"}\'`, where `callbackURL` is `URL`. Trello checks the URL before it uses it.',
  ],
  signature: hmacOfBodyAndUrl({
    header: "x-trello-webhook",
    algorithm: "sha1",
    encoding: "base64",
    about:
      "Trello signs each request with the secret of your API key and the `callbackURL` (`X-Trello-Webhook`): set that as the bot's secret.",
  }),
  eventOf: ({ payload }) => payload.text("action.type"),
  events: {
    createCard: {
      about: "A card is created",
      say: said((payload) => md`created ${card(payload)} in ${data(payload).optionalText("list.name")}`),
    },
    updateCard: { about: "A card is moved, renamed, archived or changed", say: updated },
    deleteCard: {
      about: "A card is deleted",
      say: said((payload) => md`deleted card #${data(payload).optionalText("card.idShort")}`),
    },
    commentCard: {
      about: "Somebody comments on a card",
      say: said(
        (payload) => md`commented on ${card(payload)}`,
        (payload) => data(payload).optionalText("text"),
      ),
    },
    addMemberToCard: {
      about: "A member is added to a card",
      say: said(
        (payload) =>
          md`added ${payload.firstText("action.member.fullName", "action.data.member.name")} to ${card(payload)}`,
      ),
    },
    removeMemberFromCard: {
      about: "A member is removed from a card",
      say: said(
        (payload) =>
          md`removed ${payload.firstText("action.member.fullName", "action.data.member.name")} from ${card(payload)}`,
      ),
    },
    addLabelToCard: {
      about: "A label is added to a card",
      say: said((payload) => md`labeled ${card(payload)} ${data(payload).firstText("label.name", "label.color")}`),
    },
    addAttachmentToCard: {
      about: "A file or link is attached to a card",
      say: said(
        (payload) =>
          md`attached ${link(data(payload).text("attachment.name"), data(payload).optionalText("attachment.url"))} to ${card(payload)}`,
      ),
    },
    addChecklistToCard: {
      about: "A checklist is added to a card",
      say: said(
        (payload) => md`added the checklist ${data(payload).optionalText("checklist.name")} to ${card(payload)}`,
      ),
    },
    updateCheckItemStateOnCard: {
      about: "An item of a checklist is done, or not any more",
      say: said(
        (payload) =>
          md`${data(payload).optionalText("checkItem.state") === "complete" ? "completed" : "reopened"} ${item(payload)} of ${card(payload)}`,
      ),
    },
    createList: {
      about: "A list is created",
      say: said((payload) => md`created the list ${data(payload).optionalText("list.name")}`),
    },
    addMemberToBoard: {
      about: "A member is added to the board",
      say: said(
        (payload) =>
          md`added ${payload.firstText("action.member.fullName", "action.data.member.name") ?? "a member"} to ${board(payload)}`,
      ),
    },
  },
  deliveryId: { path: "action.id" },
});
