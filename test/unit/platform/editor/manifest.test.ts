import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { webAddress } from "../../../../src/contract/webAddress";
import { memoryModes } from "../../../../src/contract/vocabulary";
import {
  chatPanelTypes,
  comparisonPanelType,
  commandIds,
  hiddenCommandIds,
  section,
  settingIds,
  viewIds,
  reviewScheme,
} from "../../../../src/platform/editor/manifest";
import { readManifest } from "../../../support/manifest";

interface Manifest {
  activationEvents: string[];
  contributes: {
    commands: {
      command: string;
      title: string;
      category: string;
      icon?: string;
      enablement?: string;
    }[];
    configuration: {
      properties: Record<
        string,
        { scope: string; order: number; enum?: string[]; pattern?: string }
      >;
    };
    views: Record<string, { id: string; name: string; type?: string; when?: string }[]>;
    viewsContainers: Record<string, { id: string }[]>;
    menus: Record<string, { command: string; when: string }[]>;
    keybindings: {
      command: string;
      when?: string;
      args?: { commands?: (string | { command: string })[] };
    }[];
    viewsWelcome: { contents: string; when: string }[];
    walkthroughs: {
      steps: {
        id: string;
        description: string;
        media: { image: Record<string, string>; altText: string };
        completionEvents: string[];
      }[];
    }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const manifest = readManifest() as Manifest;
const {
  commands,
  configuration,
  views,
  viewsContainers,
  menus,
  keybindings,
  viewsWelcome,
  walkthroughs,
} = manifest.contributes;
const known: readonly string[] = commandIds;
const hidden: readonly string[] = hiddenCommandIds;
const settings = Object.keys(configuration.properties);
const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
/** Commands behind links that are not ours. */
const ofVSCode = new Set([
  "workbench.trust.manage",
  `${viewIds.experts}.focus`,
  `${viewIds.chat}.focus`,
  `${viewIds.chatInActivityBar}.focus`,
  "closeFindWidget",
  "cancelSelection",
]);
/** As the sources set them. */
const contextKeys = globSync("src/**/*.ts").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/setContext\(\s*"([\w.]+)"/g)].map(([, key = ""]) => key),
);

describe("the manifest and the code", () => {
  it("know the same memory modes", () => {
    assert.deepEqual(configuration.properties["expertHub.memory"]?.enum, memoryModes);
  });

  it("know the same commands", () => {
    assert.deepEqual(commands.map(({ command }) => command).toSorted(), known.toSorted());
  });

  it("implement every command", () => {
    const sources = globSync("src/{*.ts,features/*/editor/**/*.ts,platform/editor/!(manifest).ts}")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
      .replaceAll(/executeCommand\(\s*"[^"]*"|command: "[^"]*"/g, "");
    const all = [...commandIds, ...hiddenCommandIds];
    assert.deepEqual(
      all.filter((id) => !sources.includes(`id: "${id}"`) && !sources.includes(`: "${id}",`)),
      [],
    );
  });

  it("have each id once, and contribute none that is hidden", () => {
    const all = [...known, ...hidden];
    assert.equal(new Set(all).size, all.length);
  });

  it("know the same settings and views", () => {
    assert.deepEqual(
      settings,
      settingIds.map((id) => `${section}.${id}`),
    );
    assert.deepEqual(
      Object.values(views)
        .flat()
        .map(({ id }) => id)
        .toSorted(),
      Object.values(viewIds).toSorted(),
    );
  });

  it("give the chat a container of its own in the secondary side bar", () => {
    const places = Object.entries(viewsContainers).flatMap(([place, containers]) =>
      containers.map(({ id }) => [place, ...(views[id] ?? []).map((view) => view.id)]),
    );
    assert.deepEqual(places, [
      ["activitybar", viewIds.experts, viewIds.conversations, viewIds.chatInActivityBar],
      ["secondarySidebar", viewIds.chat],
    ]);
  });

  it("Y1 show the chat in one of its two places, with the same name and buttons", () => {
    const [beside, inBar] = [viewIds.chat, viewIds.chatInActivityBar].map((wanted) =>
      Object.values(views)
        .flat()
        .find(({ id }) => id === wanted),
    );
    assert.deepEqual([beside?.type, beside?.name], [inBar?.type, inBar?.name]);
    // A key that VS Code has for each container, true or false.
    const [container] = viewsContainers["secondarySidebar"] ?? [];
    const place = `workbench.view.extension.${container?.id}.defaultViewContainerLocation`;
    assert.equal(beside?.when, `${place} =~ /^(true|false)$/`);
    assert.equal(inBar?.when, `!(${beside?.when})`);
    const isOfChat = /view =~ \/(.*)\//;
    const patterns = menus["view/title"]?.flatMap(({ when }) => isOfChat.exec(when)?.[1] ?? []);
    assert.ok((patterns?.length ?? 0) > 5);
    for (const pattern of patterns ?? [])
      assert.deepEqual(
        Object.values(viewIds).filter((id) => new RegExp(pattern).test(id)),
        [viewIds.chat, viewIds.chatInActivityBar],
      );
  });

  it("J8 put the buttons of a review above its editor, and its keys into its text, and nowhere else", () => {
    const isAbove = `(activeEditor == multiDiffEditor || resourceScheme == ${reviewScheme})`;
    const isReviewed = "expertHub.reviewing";
    const buttons = menus["editor/title"]?.filter(({ when }) => when.includes(isReviewed));
    assert.deepEqual(
      buttons?.map(({ command, when }) => [command, when]),
      [
        [
          "expertHub.restoreSkippedChanges",
          `${isReviewed} && expertHub.hasSkippedChanges && ${isAbove}`,
        ],
        ["expertHub.applyChanges", `${isReviewed} && ${isAbove}`],
        ["expertHub.discardChanges", `${isReviewed} && ${isAbove}`],
      ],
    );
    const keys = keybindings.filter(({ when = "" }) => when.includes(isReviewed));
    assert.equal(keys.length, 4);
    for (const { command, when } of keys) {
      // The focus may be in the find box of that editor.
      const focus = command === "runCommands" ? "editorFocus" : "editorTextFocus";
      const place = `${isReviewed} && ${isAbove} && ${focus} && isInDiffEditor && `;
      assert.ok(when?.startsWith(place), command);
    }
  });

  it("put every command into the category, with an icon", () => {
    for (const { command, category, icon } of commands) {
      assert.equal(category, "Expert Hub", command);
      assert.match(icon ?? "", /^\$\([a-z-]+\)$/, command);
    }
  });

  it("name in menus, keys and welcomes only commands that exist", () => {
    const named = [
      ...Object.values(menus).flat(),
      ...keybindings.flatMap(({ command, args }) =>
        (args?.commands ?? [command])
          .map((one) => (typeof one === "string" ? one : one.command))
          .filter((name) => !name.startsWith("list.") && !ofVSCode.has(name))
          // One without an entry, too.
          .filter((name) => !hidden.includes(name))
          .map((name) => ({ command: name })),
      ),
      ...[
        ...viewsWelcome.map(({ contents }) => contents),
        ...steps.map(({ description }) => description),
      ].flatMap((contents) =>
        [...contents.matchAll(/\(command:([\w.]+)\)/g)]
          // VS Code's own.
          .filter(([, command]) => !ofVSCode.has(command ?? ""))
          .map(([, command = ""]) => ({ command }))
          // A link may name one without an entry.
          .filter(({ command }) => !hidden.includes(command)),
      ),
    ].map(({ command }) => command);
    assert.deepEqual(
      named.filter((command) => !known.includes(command)),
      [],
    );
  });

  it("Q1 give the key to ask about a selection a command of its own outside editors", () => {
    const asking = keybindings.filter(({ command }) => /askSelection|attachFiles/.test(command));
    assert.deepEqual(
      asking.map(({ command, when = "", args }) => [
        command,
        /!?editorTextFocus/.exec(when)?.[0],
        args,
      ]),
      [
        ["expertHub.askSelection", "editorTextFocus", undefined],
        ["expertHub.attachFiles", "!editorTextFocus", { inChat: true }],
        ["expertHub.askSelectionElsewhere", "!editorTextFocus", { outsideEditor: true }],
      ],
    );
  });

  it("use in conditions only context keys that the code sets", () => {
    const conditions = [
      ...[...Object.values(menus).flat(), ...keybindings, ...viewsWelcome].map(({ when }) => when),
      ...commands.map(({ enablement }) => enablement),
    ].map((condition) => condition ?? "");
    const used = conditions.flatMap(
      (when) => when.match(/(?:config\.expertHub\.[\w.]+|expertHub\.\w+)/g) ?? [],
    );
    const keys = new Set<string>([
      ...contextKeys,
      ...Object.values(viewIds),
      ...settings.map((name) => `config.${name}`),
    ]);
    assert.deepEqual(
      used.filter((key) => !keys.has(key)),
      [],
    );
  });

  it("complete each step of the walkthrough by what the code reports", () => {
    assert.equal(steps.length, 5);
    for (const { id, completionEvents } of steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) {
        const [, kind, rest = ""] = /^(\w+):(.+)$/.exec(event) ?? [];
        const names = rest.match(/expertHub\.\w+/g) ?? [];
        assert.ok(names.length > 0, event);
        const among = {
          onContext: contextKeys,
          onCommand: [...known, ...hidden],
          onSettingChanged: settings,
        }[kind ?? ""];
        for (const name of names) assert.ok(among?.includes(name), event);
      }
    }
  });

  it("show a picture for each kind of theme in each step of the walkthrough", () => {
    for (const { id, media } of steps) {
      assert.deepEqual(Object.keys(media.image).toSorted(), ["dark", "hc", "hcLight", "light"]);
      for (const file of Object.values(media.image))
        assert.ok(readFileSync(file).length < 20 * 1024, `${id}: ${file}`);
      assert.ok(media.altText.length > 30, id);
    }
  });

  it("wake the extension by themselves for no more than a command without an entry, or a tab that comes back", () => {
    assert.deepEqual(
      manifest.activationEvents.toSorted(),
      [
        ...hidden.map((id) => `onCommand:${id}`),
        `onFileSystem:${reviewScheme}`,
        ...[...chatPanelTypes, comparisonPanelType].map((type) => `onWebviewPanel:${type}`),
      ].toSorted(),
    );
  });

  it("restrict every setting in an untrusted workspace", () => {
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, settings);
  });

  it("O1 let only the user say where questions and the key go", () => {
    const names = ["baseUrl", "hubUrl", "timeoutSeconds", "roles", "sendUserId", "searchAddress"];
    for (const name of names) {
      assert.equal(configuration.properties[`${section}.${name}`]?.scope, "application", name);
    }
  });

  it("know the same search addresses", () => {
    const pattern = new RegExp(
      configuration.properties[`${section}.searchAddress`]?.pattern ?? "",
      "u",
    );
    for (const [address, isUsable] of [
      ["https://search.example", true],
      [" https://search.example:8443/searx/ ", true],
      ["http://127.0.0.1:8888", true],
      ["http://localhost:8888/search", true],
      ["localhost:8888", true],
      ["http://[::1]:8888", true],
      ["http://search.example", false],
      ["http://localhost.example", false],
      ["search.example", true],
      ["search.example:8443/searx", true],
      ["[::1]:8888", true],
      ["ftp://search.example", false],
      ["me@search.example", false],
      ["search.example?q=1", false],
      ["https://me:pw@search.example", false],
      ["https://search.example/?q=1", false],
      ["https://search.example/#x", false],
      ["https://", false],
    ] as const) {
      assert.equal(pattern.test(address), isUsable, address);
      if (isUsable) assert.ok(webAddress(address));
      else assert.throws(() => webAddress(address), address);
    }
    assert.ok(pattern.test(""), "there need not be any");
  });

  it("K18 have no setting for a key", () => {
    assert.deepEqual(
      settings.filter((name) => /key|token|secret|password/i.test(name)),
      // One of the keyboard.
      ["expertHub.sendKey"],
    );
  });
});
