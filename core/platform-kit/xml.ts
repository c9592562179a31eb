import { decodeXML } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { checkXml } from '#core/platform-kit/bounded-xml.ts';
import { XML_CEILING } from '#core/platform-kit/ceilings.ts';

/** One element. Names keep their prefix: `im:rating`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, entities decoded once, CDATA as it stands; that of elements inside is not part of it. */
  readonly text: string;
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

/** The parser's own tree: an object with one tag name, and perhaps the attributes. */
const nodesSchema = z.array(z.record(z.string(), z.unknown()));
const textNodesSchema = z.array(z.object({ [TEXT]: z.string().optional() }));
const attributesSchema = z.record(z.string(), z.string());

/**
 * The root element of an XML document.
 * @throws PlatformChanged at `at` where the text is no well-formed XML or declares a document type; CeilingExceeded
 */
export function parseXml(text: string, at: string): XmlElement {
  checkXml(text, at);
  const roots = elementsOf(nodesSchema.parse(tree(text, at)));
  const [root] = roots;
  if (root === undefined || roots.length > 1) throw new PlatformChanged(at);
  return root;
}

/** The elements of that name directly below. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Text of the first element of that name directly below; undefined where there is none. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** Entities stay as they are here: they are decoded once, by `contentOf`. */
function tree(text: string, at: string): unknown {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    ignoreDeclaration: true,
    ignorePiTags: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    textNodeName: TEXT,
    cdataPropName: CDATA,
    maxNestedTags: XML_CEILING.depth,
  });
  try {
    return parser.parse(text, true) as unknown;
  } catch (cause) {
    throw new PlatformChanged(at, undefined, { cause });
  }
}

function elementsOf(nodes: z.infer<typeof nodesSchema>): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const node of nodes) {
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
    if (name === undefined || name === TEXT || name === CDATA) continue;
    const inside = nodesSchema.parse(node[name]);
    const attributes = Object.entries(attributesSchema.parse(node[ATTRIBUTES] ?? {}));
    elements.push({
      name,
      attributes: new Map(attributes.map(([key, value]) => [key, decodeXML(value)])),
      children: elementsOf(inside),
      text: inside.map(contentOf).join(''),
    });
  }
  return elements;
}

function contentOf(node: Readonly<Record<string, unknown>>): string {
  const plain = node[TEXT];
  if (typeof plain === 'string') return decodeXML(plain);
  return node[CDATA] === undefined
    ? ''
    : textNodesSchema
        .parse(node[CDATA])
        .map((part) => part[TEXT] ?? '')
        .join('');
}
