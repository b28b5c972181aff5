// Images that consist of headers only, as data URLs.

const dataUrl = (kind: 'png' | 'jpeg', bytes: Uint8Array) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;

/** @param bytes minimum size */
export function buildPng(width: number, height: number, bytes = 33): string {
  const image = Buffer.alloc(bytes);
  image.write('89504e470d0a1a0a0000000d49484452', 'hex');
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return dataUrl('png', image);
}

/** The frame follows other segments, one of which looks like a small frame. */
export function buildJpeg(width: number, height: number, marker = 0xc0): string {
  const decoy = Buffer.from('ffe10010ffc0001108000a000a00000000ff', 'hex');
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
  frame.writeUInt8(marker, 1);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const scan = Buffer.from('ffda000c03010002110311003f00d2ff00ffd03f', 'hex');
  const segments = [Buffer.from('ffd8', 'hex'), decoy, frame, scan, Buffer.from('ffd9', 'hex')];
  return dataUrl('jpeg', Buffer.concat(segments));
}
