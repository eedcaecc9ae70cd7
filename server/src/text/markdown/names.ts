/**
 * What a text can refer to. Rendering uses this interface and never the database: the caller loads what `namesIn`
 * found, with the author's permissions.
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

/** The metadata of an uploaded image, as far as it is known. */
export interface UploadedImage {
  readonly content_type: string;
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** The path of the thumbnail; undefined until it has been generated. */
  readonly thumbnail_url: string | undefined;
  /** The format stored for browsers that cannot show the original (`4032x3024.webp`). */
  readonly transcoded_format: string | undefined;
}

export interface MarkdownNames {
  /** Case-insensitive. Undefined if no such user exists, or the author cannot access them. */
  userByName(name: string): NamedUser | undefined;
  userById(id: number): NamedUser | undefined;
  groupByName(name: string): NamedGroup | undefined;
  /** Exact name; undefined unless the author has content access to the channel. */
  channelByName(name: string): NamedChannel | undefined;
  /** The topic's newest message that the author can see. */
  newestMessageIn(channelId: number, topic: string): number | undefined;
  customEmoji(name: string): CustomEmoji | undefined;
  uploadedImage(pathId: string): UploadedImage | undefined;
  readonly linkifiers: readonly Linkifier[];
}

const unknown = (): undefined => undefined;

/** For text that cannot refer to anything: descriptions, page previews. */
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
