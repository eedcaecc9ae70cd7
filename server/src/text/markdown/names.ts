/**
 * What a text may refer to. Rendering asks these questions and never the database: whoever calls `render` loads what
 * `namesIn` found, by the rights of the author, and answers from memory.
 */
export interface NamedUser {
  readonly user_id: number;
  readonly full_name: string;
  readonly is_active: boolean;
}

export interface NamedGroup {
  readonly group_id: number;
  readonly name: string;
  readonly deactivated: boolean;
}

export interface NamedChannel {
  readonly stream_id: number;
  readonly name: string;
}

export interface CustomEmoji {
  readonly name: string;
  readonly source_url: string;
}

export interface Linkifier {
  readonly pattern: string;
  readonly url_template: string;
}

/** An uploaded file that is an image, as far as it has been looked at. */
export interface UploadedImage {
  readonly content_type: string;
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** The path of the thumbnail to show; undefined while it is being made. */
  readonly thumbnail_url: string | undefined;
  /** The format kept for browsers that cannot show the original (`4032x3024.webp`). */
  readonly transcoded_format: string | undefined;
}

export interface MarkdownNames {
  /** Names compare without case. Undefined when nobody is called so, or the author may not see them. */
  userByName(name: string): NamedUser | undefined;
  userById(id: number): NamedUser | undefined;
  groupByName(name: string): NamedGroup | undefined;
  /** Exact name; undefined unless the author has access to the channel's content. */
  channelByName(name: string): NamedChannel | undefined;
  /** The newest message of the topic that the author can see. */
  newestMessageIn(channelId: number, topic: string): number | undefined;
  customEmoji(name: string): CustomEmoji | undefined;
  uploadedImage(pathId: string): UploadedImage | undefined;
  readonly linkifiers: readonly Linkifier[];
}

const unknown = (): undefined => undefined;

/** For text that refers to nobody: descriptions, previews of a page. */
export const NO_NAMES: MarkdownNames = {
  userByName: unknown,
  userById: unknown,
  groupByName: unknown,
  channelByName: unknown,
  newestMessageIn: unknown,
  customEmoji: unknown,
  uploadedImage: unknown,
  linkifiers: [],
};
