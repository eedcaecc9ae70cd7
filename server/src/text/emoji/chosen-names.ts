/**
 * Emoji names chosen by hand, the canonical one first. All others have the names that released clients know, or a
 * generated name (see server/scripts/emoji-data.ts).
 */
export const CHOSEN_NAMES: Readonly<Record<string, readonly string[]>> = {
  "1f44d": ["+1", "thumbs_up", "like", "thumbs"],
  "1f44e": ["-1", "thumbs_down"],
  "2764": ["heart", "love", "love_you"],
  "1f602": ["joy", "tears", "laughter_tears"],
  "1f604": ["smile"],
  "1f642": ["slight_smile"],
  "1f641": ["frown", "slight_frown"],
  "1f606": ["laughing", "lol"],
  "1f389": ["tada"],
  "1f440": ["eyes", "looking"],
  "1f64f": ["folded_hands", "welcome", "thank_you", "namaste", "pray"],
  "1f525": ["fire", "lit", "hot", "flame"],
  "1f680": ["rocket"],
  "2705": ["check", "all_good", "approved"],
  "2714": ["check_mark"],
  "1f6e0": ["working_on_it", "hammer_and_wrench", "tools"],
  "1f6a7": ["work_in_progress", "construction_zone"],
  "1f419": ["octopus"],
  "1f44b": ["wave", "hello", "hi"],
  "1f914": ["thinking"],
  "1f615": ["oh_no", "half_frown", "concerned", "confused"],
  "1f62e": ["open_mouth", "surprise"],
  "1f61b": ["stuck_out_tongue", "mischievous"],
  "1f610": ["neutral"],
  "1f609": ["wink"],
  "1f4a9": ["poop"],
};
