import type { turnPaths } from "./turnIcons";

/**
 * A subset of the Visual Studio Code icons (https://github.com/microsoft/vscode-codicons),
 * (c) Microsoft Corporation, CC BY 4.0; coordinates made relative and rounded.
 */
const paths = {
  add: "M14 7v1h-6v6h-1v-6h-6v-1h6v-6h1v6z",
  chevronDown:
    "M3.15 5.85l4.5 4.5c.19.2.51.2.7 0l4.5-4.5c.2-.19.2-.51 0-.7-.19-.2-.51-.2-.7 0l-4.15 4.14-4.15-4.14c-.19-.2-.51-.2-.7 0-.2.19-.2.51 0 .7z",
  chevronRight:
    "M6.15 3.15c-.2.19-.2.51 0 .7l4.14 4.15-4.14 4.14c-.2.2-.2.52 0 .71 .19.2.51.2.7 0l4.5-4.5c.2-.19.2-.51 0-.71l-4.5-4.5c-.19-.19-.51-.19-.7.01z",
  send: "M1.18 1.12c.15-.13.36-.16.54-.07l13 6.5c.17.09.28.26.28.45 0 .19-.11.36-.28.45l-13 6.5c-.18.09-.39.06-.54-.07-.16-.13-.22-.34-.16-.53l1.96-6.35-1.96-6.35c-.06-.19 0-.4.16-.53zM3.87 8.5l-1.55 5.03 11.06-5.53-11.06-5.53 1.55 5.03h5.63c.28 0 .5.22.5.5 0 .28-.22.5-.5.5h-5.63z",
  settings:
    "M6 9.5c.93 0 1.71 .64 1.94 1.5l5.56 0c.28 0 .5 .22 .5 .5c0 .25-.18 .45-.41 .49l-.09 .01l-5.56 0c-.23 .86-1.01 1.5-1.94 1.5c-.93 0-1.71-.64-1.94-1.5l-1.56 0c-.28 0-.5-.22-.5-.5c0-.25 .18-.45 .41-.49l.09-.01l1.56 0c.23-.86 1.01-1.5 1.94-1.5zM6 10.5c-.55 0-1 .45-1 1c0 .55 .45 1 1 1c.55 0 1-.45 1-1c0-.55-.45-1-1-1zM10 2.5c.93 0 1.71 .64 1.94 1.5l1.56 0c.28 0 .5 .22 .5 .5c0 .25-.18 .45-.41 .49l-.09 .01l-1.56 0c-.23 .86-1.01 1.5-1.94 1.5c-.93 0-1.71-.64-1.94-1.5l-5.56 0c-.28 0-.5-.22-.5-.5c0-.25 .18-.45 .41-.49l.09-.01l5.56 0c.23-.86 1.01-1.5 1.94-1.5zM10 3.5c-.55 0-1 .45-1 1c0 .55 .45 1 1 1c.55 0 1-.45 1-1c0-.55-.45-1-1-1z",
} as const;

export type IconName = keyof typeof paths | keyof typeof turnPaths;

const svg = "http://www.w3.org/2000/svg";

const drawn = new Map<IconName, SVGSVGElement>();
let outlines: Readonly<Partial<Record<IconName, string>>> = paths;
let loading: Promise<void> | undefined;

/** Decoration only: the control that contains it carries the name. Those of turns follow when they are loaded. */
export function icon(name: IconName): SVGSVGElement {
  const outline = outlines[name];
  const root = drawn.get(name) ?? iconOf(outline ?? "");
  if (outline === undefined) {
    loading ??= import("./turnIcons").then(({ turnPaths }) => {
      outlines = { ...paths, ...turnPaths };
    });
    loading.then(
      () => root.replaceChildren(...icon(name).childNodes),
      () => (loading = undefined),
    );
    return root;
  }
  drawn.set(name, root);
  return root.cloneNode(true) as SVGSVGElement;
}

/** An icon that is not needed at the page's first paint. */
export function iconOf(outline: string): SVGSVGElement {
  const root = document.createElementNS(svg, "svg");
  root.setAttribute("class", "icon");
  root.setAttribute("viewBox", "0 0 16 16");
  root.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", outline);
  root.append(path);
  return root;
}
