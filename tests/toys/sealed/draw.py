def draw(view, colour=False):
    return f"cards {view['cards']} chosen {view['chosen']} points {view['points']}"
