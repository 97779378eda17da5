from tests.golden import MATCHES, page

for match in MATCHES:
    path, text = page(*match)
    path.write_text(text)
    print(path.name, len(text))
