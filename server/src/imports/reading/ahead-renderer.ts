/**
 * Renders texts in the thread that reads an archive, as `messages/content.ts` does, without a database. It knows the people and the
 * open channels of the archive; a text that names anything else is left to the server.
 */
import { traitsOf } from "../../messages/traits.ts";
import { CannotRender } from "../../text/markdown/budget.ts";
import type { Heavy } from "../../text/markdown/heavy/tasks.ts";
import { type MarkdownNames, type NamedChannel, type NamedUser, NO_NAMES } from "../../text/markdown/names.ts";
import { type NamesInText, namesIn, refersToAnything } from "../../text/markdown/names-in.ts";
import { render } from "../../text/markdown/render.ts";
import type { RenderOptions } from "../../text/markdown/rendering.ts";
import type { AheadFacts, AheadText } from "../rendered-ahead.ts";
import type { LocalChannelName, LocalName } from "./protocol.ts";

/** Whether an emoticon becomes an emoji is a setting of the author. A colon with two slashes is an address. */
const EMOTICON = /:[)(|DoOpP]|:\/(?!\/)|\(:|<3|;\)/;

export class AheadRenderer {
  readonly #users = new Map<number, NamedUser>();
  readonly #openChannels = new Map<string, NamedChannel>();
  readonly #names: MarkdownNames;
  readonly #options: RenderOptions;
  /** Something was wanted that only the server has: the result does not count. */
  #needsServer = false;

  constructor(facts: AheadFacts) {
    const emoji = new Map(facts.customEmoji.map((each) => [each.name, each]));
    this.#names = {
      ...NO_NAMES,
      userById: (id) => this.#users.get(id),
      channelByName: (name) => this.#openChannels.get(name),
      linkifiers: facts.linkifiers,
      customEmoji: (name) => emoji.get(name),
    };
    this.#options = {
      realmUrl: facts.realmUrl,
      defaultCodeLanguage: facts.defaultCodeLanguage,
      previews: facts.showsImages,
      players: true,
      pages: facts.showsPages ? this.#onServer : undefined,
      proxied: this.#onServer,
      translateEmoticons: false,
    };
  }

  readonly #onServer = (): undefined => {
    this.#needsServer = true;
    return undefined;
  };

  /** In a text from another program, mentions of those who wait for their account are mentions. */
  learnPerson({ id, full_name }: LocalName): void {
    this.#users.set(id, { user_id: id, full_name, is_active: true });
  }

  learnChannel({ id, name, isOpen }: LocalChannelName): void {
    if (isOpen) this.#openChannels.set(name, { stream_id: id, name });
  }

  /** Null for a text that the server has to render. */
  render(content: string, author: Pick<LocalName, "isGuest">): AheadText | null {
    const found = namesIn(content);
    if (refersToAnything(found) && (author.isGuest || !this.#knowsAll(found))) return null;
    if (EMOTICON.test(content)) return null;
    this.#needsServer = false;
    try {
      const rendered = render(content, this.#names, this.#options, this.#onServer as Heavy);
      if (this.#needsServer) return null;
      const { users } = rendered.mentions;
      return { html: rendered.html, traits: traitsOf(rendered), users: users.length === 0 ? undefined : users };
    } catch (error) {
      // Reported where the rest of the message is.
      if (error instanceof CannotRender) return null;
      throw error;
    }
  }

  /** Names of people may be ambiguous, and the newest message of a topic changes with each batch. */
  #knowsAll({ userNames, userIds, groupNames, channelNames, topics, uploads }: NamesInText): boolean {
    if (userNames.size + groupNames.size + topics.length + uploads.size > 0) return false;
    for (const id of userIds) if (!this.#users.has(id)) return false;
    for (const name of channelNames) if (!this.#openChannels.has(name)) return false;
    return true;
  }
}
